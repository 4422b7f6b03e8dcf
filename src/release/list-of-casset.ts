import { perDatabase } from '../../db/prepared.ts'
import type { Ctx } from '../context.ts'

/** A published release of a casset, as its newest version states it. */
export type ListedRelease = {
  id: string
  title: string
  type: string
  releaseDate: string | null
  label: string | null
  canonicalVersion: number
  issuedAt: number
}

const newest = perDatabase((db) =>
  db.$client.query<ListedRelease, { cassetId: string; most: number }>(
    `SELECT r.id, v.manifest ->> '$.release.title' AS title, v.manifest ->> '$.release.type' AS type,
       v.manifest ->> '$.release.releaseDate' AS releaseDate, v.manifest ->> '$.release.label' AS label,
       v.canonical_version AS canonicalVersion, v.issued_at AS issuedAt
     FROM published_releases p JOIN releases r ON r.id = p.release_id
       JOIN release_versions v ON v.id = (SELECT id FROM release_versions
         WHERE release_id = r.id AND manifest_status = 'READY' ORDER BY canonical_version DESC LIMIT 1)
     WHERE p.casset_id = $cassetId ORDER BY p.release_id DESC LIMIT $most`,
  ),
)

/** Returns the newest published releases of a casset, which the caller has found to be visible. */
export const releasesOfCasset = (ctx: Ctx, cassetId: string, most: number): ListedRelease[] =>
  newest(ctx.db).all({ cassetId, most })
