import { and, count, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { releaseLinks } from '../../../db/schema/release/link.ts'
import { releases, releaseVersions } from '../../../db/schema/release/release.ts'
import type { Ctx } from '../../context.ts'
import { newestSignedId, ofSigned } from '../read-version.ts'
import type { Lineage, Link } from '../shape.ts'

const { placeholder } = sql
const { sourceReleaseId, derivativeReleaseId } = releaseLinks

const columns = {
  id: releaseLinks.id,
  relation: releaseLinks.relation,
  releaseId: releases.id,
  title: sql<string | null>`${ofSigned.title}`,
  handle: artists.handle,
  url: releaseLinks.externalUrl,
  externalTitle: releaseLinks.externalTitle,
  creator: releaseLinks.externalCreator,
  agentKey: releaseLinks.agentKey,
  agent: releaseLinks.agent,
  registeredAt: releaseLinks.registeredAt,
}

/** Links with the release at their other end, its artist, and its newest signed version. */
const select = (db: Db, other: SQLiteColumn, which: SQL | undefined) =>
  db
    .select(columns)
    .from(releaseLinks)
    .leftJoin(releases, eq(releases.id, other))
    .leftJoin(cassets, eq(cassets.id, releases.cassetId))
    .leftJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(releaseVersions, eq(releaseVersions.id, newestSignedId(db, releases.id)))
    .where(which)

/** A link's other end is shown while it is public and signed; never with a draft's title. */
const isShown = and(eq(cassets.published, true), sql`${cassets.privacy} = 'public'`, isNotNull(releaseVersions.id))
const whereSource = and(eq(derivativeReleaseId, placeholder('releaseId')), isShown)
const whereDerivative = and(
  eq(sourceReleaseId, placeholder('releaseId')),
  or(isNotNull(releaseLinks.externalUrl), isShown),
)

const sourcesOf = prepared((db) =>
  select(db, sourceReleaseId, whereSource).orderBy(desc(releaseLinks.id)).limit(placeholder('most')),
)
const derivativesOf = prepared((db) =>
  select(db, derivativeReleaseId, whereDerivative).orderBy(desc(releaseLinks.id)).limit(placeholder('most')),
)

const countSources = prepared((db) =>
  db.select({ links: count() }).from(select(db, sourceReleaseId, whereSource).as('links')),
)
const countDerivatives = prepared((db) =>
  db.select({ links: count() }).from(select(db, derivativeReleaseId, whereDerivative).as('links')),
)

/** Returns the total number of links, which readLineage may cut. */
export const countLinks = ({ db }: Ctx, releaseId: string): { sources: number; derivatives: number } => ({
  sources: countSources(db).get({ releaseId })?.links ?? 0,
  derivatives: countDerivatives(db).get({ releaseId })?.links ?? 0,
})

/** Returns the newest `most` links of each, oldest first. */
export function readLineage(ctx: Ctx, releaseId: string, most = 100): Lineage {
  const links = (rows: LinkRow[]) => rows.reverse().map(toLink)
  return {
    sources: links(sourcesOf(ctx.db).all({ releaseId, most })),
    derivatives: links(derivativesOf(ctx.db).all({ releaseId, most })),
  }
}

const oneLink = prepared((db) => select(db, derivativeReleaseId, eq(releaseLinks.id, placeholder('id'))))

const oneSource = prepared((db) => select(db, sourceReleaseId, eq(releaseLinks.id, placeholder('id'))))

/** Returns a link as its source or the work made from it sees it. Throws when there is none. */
export function readLink(ctx: Ctx, id: string, from: 'source' | 'derivative' = 'source'): Link {
  const row = (from === 'source' ? oneLink : oneSource)(ctx.db).get({ id })
  if (!row) throw new Error(`There is no link ${id}.`)
  return toLink(row)
}

type LinkRow = NonNullable<ReturnType<ReturnType<typeof oneLink>['get']>>

function toLink({ id, relation, releaseId, title, handle, url, externalTitle, creator, ...row }: LinkRow): Link {
  return {
    id,
    relation,
    ...(releaseId === null ? {} : { release: { id: releaseId, title: title ?? '', handle: handle ?? '' } }),
    ...(url === null ? {} : { external: { url, title: externalTitle ?? '', creator: creator ?? '' } }),
    registeredAt: new Date(row.registeredAt).toISOString(),
    registeredBy: row.agent ?? row.agentKey ?? 'agent',
    ...(row.agent === null ? {} : { agent: row.agent }),
  }
}
