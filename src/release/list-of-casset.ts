import { desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { publishedReleases, releaseVersions } from '../../db/schema/release/release.ts'
import type { Ctx } from '../context.ts'
import { newestSignedId, ofSigned } from './read-version.ts'

/** A published release of a casset, with the facts of its newest version. */
export type ListedRelease = {
  id: string
  title: string
  type: string
  releaseDate: string | null
  label: string | null
  canonicalVersion: number
  issuedAt: number
}

const newest = prepared((db) =>
  db
    .select({
      id: publishedReleases.releaseId,
      title: ofSigned.title,
      type: ofSigned.type,
      releaseDate: sql<string | null>`${releaseVersions.manifest} ->> '$.release.releaseDate'`,
      label: sql<string | null>`${releaseVersions.manifest} ->> '$.release.label'`,
      canonicalVersion: releaseVersions.canonicalVersion,
      issuedAt: ofSigned.issuedAt,
    })
    .from(publishedReleases)
    .innerJoin(releaseVersions, eq(releaseVersions.id, newestSignedId(db, publishedReleases.releaseId)))
    .where(eq(publishedReleases.cassetId, sql.placeholder('cassetId')))
    .orderBy(desc(publishedReleases.releaseId))
    .limit(sql.placeholder('most')),
)

/** Returns the newest published releases of a casset, whose visibility the caller has checked. */
export const releasesOfCasset = (ctx: Ctx, cassetId: string, most: number): ListedRelease[] =>
  newest(ctx.db).all({ cassetId, most })
