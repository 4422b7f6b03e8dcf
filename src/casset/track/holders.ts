import { perDatabase } from '../../../db/prepared.ts'
import type { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'

type Track = Pick<typeof tracks.$inferSelect, 'cassetId' | 'status' | 'inactiveAt'>

// Purchases of every payment mode count: what was bought with test money counts again under test payments.
const firstHolder = perDatabase((db) =>
  db.$client.query<{ id: string }, { cassetId: string; until: number }>(
    `SELECT id FROM purchases
     WHERE casset_id = $cassetId AND purchased_at <= $until AND ended_at IS NULL LIMIT 1`,
  ),
)

const firstVersion = perDatabase((db) =>
  db.$client.query<{ id: string }, { trackId: string }>(
    'SELECT version_id AS id FROM release_files WHERE track_id = $trackId LIMIT 1',
  ),
)

/** Whether a track has to stay although its artist deletes it: somebody holds it, or a signed release names it. */
export const isKept = (ctx: Ctx, track: Track & { id: string }): boolean =>
  firstVersion(ctx.db).get({ trackId: track.id }) !== null || hasHolders(ctx, track)

/** Whether somebody holds a track that was active until `inactiveAt` (rule 4.13). */
const hasHolders = (ctx: Ctx, { cassetId, status, inactiveAt }: Track): boolean =>
  status === 'READY' && inactiveAt !== null && firstHolder(ctx.db).get({ cassetId, until: inactiveAt }) !== null
