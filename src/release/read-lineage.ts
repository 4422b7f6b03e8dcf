import { perDatabase } from '../../db/prepared.ts'
import type { Ctx } from '../context.ts'
import type { Lineage, Link } from './shape.ts'

type Row = Pick<Link, 'id' | 'relation'> & {
  releaseId: string | null
  title: string | null
  handle: string | null
  url: string | null
  externalTitle: string | null
  creator: string | null
  agentKey: string | null
  registeredAt: number
}

const whoseAndWhat = `
  LEFT JOIN cassets c ON c.id = r.casset_id
  LEFT JOIN artists a ON a.id = c.artist_id
  LEFT JOIN release_versions v ON v.id = (SELECT id FROM release_versions
    WHERE release_id = r.id AND manifest_status = 'READY' ORDER BY canonical_version DESC LIMIT 1)`

/** The other end of a link is shown while its casset is public and it has a signed version; never a draft's title. */
const select = (what: string, mine: string, other: string) => `
  SELECT ${what}
  FROM release_links l
  LEFT JOIN releases r ON r.id = l.${other}
  ${whoseAndWhat}
  WHERE l.${mine} = $releaseId AND (l.external_url IS NOT NULL AND '${mine}' = 'source_release_id'
    OR c.published AND c.privacy = 'public' AND v.id IS NOT NULL)`

const columns = `l.id, l.relation, r.id AS releaseId, v.manifest ->> '$.release.title' AS title, a.handle,
    l.external_url AS url, l.external_title AS externalTitle, l.external_creator AS creator,
    l.agent_key AS agentKey, l.registered_at AS registeredAt`
const newest = 'ORDER BY l.id DESC LIMIT $most'
const ofSources = ['derivative_release_id', 'source_release_id'] as const
const ofDerivatives = ['source_release_id', 'derivative_release_id'] as const

type Which = { releaseId: string; most: number }
const sourcesOf = perDatabase((db) => db.$client.query<Row, Which>(`${select(columns, ...ofSources)} ${newest}`))
const derivativesOf = perDatabase((db) =>
  db.$client.query<Row, Which>(`${select(columns, ...ofDerivatives)} ${newest}`),
)

const counts = perDatabase((db) =>
  db.$client.query<{ sources: number; derivatives: number }, { releaseId: string }>(
    `SELECT (${select('count(*)', ...ofSources)}) AS sources, (${select('count(*)', ...ofDerivatives)}) AS derivatives`,
  ),
)

/** Returns how many links readLineage would give if it gave all. */
export const countLinks = (ctx: Ctx, releaseId: string): { sources: number; derivatives: number } =>
  counts(ctx.db).get({ releaseId }) ?? { sources: 0, derivatives: 0 }

/** Returns what a release was made of and what was made of it: the newest `most` links of each, oldest first. */
export function readLineage(ctx: Ctx, releaseId: string, most = 100): Lineage {
  const links = (rows: Row[]) => rows.reverse().map(toLink)
  return {
    sources: links(sourcesOf(ctx.db).all({ releaseId, most })),
    derivatives: links(derivativesOf(ctx.db).all({ releaseId, most })),
  }
}

const oneLink = perDatabase((db) =>
  db.$client.query<Row, { id: string }>(
    `SELECT ${columns} FROM release_links l
     LEFT JOIN releases r ON r.id = l.derivative_release_id
     ${whoseAndWhat} WHERE l.id = $id`,
  ),
)

/** Returns a link as its source sees it. Throws when there is none. */
export function readLink(ctx: Ctx, id: string): Link {
  const row = oneLink(ctx.db).get({ id })
  if (!row) throw new Error(`There is no link ${id}.`)
  return toLink(row)
}

function toLink({ id, relation, releaseId, title, handle, url, externalTitle, creator, ...row }: Row): Link {
  return {
    id,
    relation,
    ...(releaseId === null ? {} : { release: { id: releaseId, title: title ?? '', handle: handle ?? '' } }),
    ...(url === null ? {} : { external: { url, title: externalTitle ?? '', creator: creator ?? '' } }),
    registeredAt: new Date(row.registeredAt).toISOString(),
    registeredBy: row.agentKey ?? 'agent',
  }
}
