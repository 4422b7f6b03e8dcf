import { perDatabase } from '../../db/prepared.ts'
import type { cassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { readAnchor } from './transparency-log/read-anchor.ts'

type Row = { releaseId: string; canonicalVersion: number; canonicalHash: string; logPosition: number }

const newestOf = perDatabase((db) =>
  db.$client.query<Row, { cassetId: string }>(
    `SELECT v.release_id AS releaseId, v.canonical_version AS canonicalVersion, v.canonical_hash AS canonicalHash,
       v.log_position AS logPosition
     FROM published_releases p JOIN release_versions v ON v.release_id = p.release_id AND v.manifest_status = 'READY'
     WHERE p.casset_id = $cassetId ORDER BY p.release_id DESC, v.canonical_version DESC LIMIT 1`,
  ),
)

/** Returns what the page of a casset says of its newest published release; null when nobody may know of one. */
export function readProvenance(ctx: Ctx, casset: Pick<typeof cassets.$inferSelect, 'id' | 'published' | 'privacy'>) {
  if (!casset.published || casset.privacy === 'private') return null
  const found = newestOf(ctx.db).get({ cassetId: casset.id })
  if (!found) return null
  const { logPosition, ...shown } = found
  return { ...shown, anchorStatus: readAnchor(ctx, logPosition).status }
}
