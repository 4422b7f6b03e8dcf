import type { Ctx } from '../context.ts'
import { type Days, dayMs } from '../lib/calendar.ts'
import { countedIn } from '../payment/mode.ts'

/** How often an artist's casset was collected on a day. */
export type DayCount = { day: number; count: number }

const question = `SELECT purchased_at / ${dayMs} AS day, count(*) AS count FROM purchases
  WHERE casset_id IN (SELECT id FROM cassets WHERE artist_id = ?) AND purchased_at >= ? AND purchased_at < ?
    AND ended_at IS NULL AND ${countedIn('mode', '?')}
  GROUP BY day`

/**
 * Returns how often an artist's casset was collected on each day, paid in the present mode or free; revoked purchases do
 * not count.
 */
export const countCollects = (
  { db: { $client: sql }, config }: Ctx,
  artistId: string,
  { from, to }: Days,
): DayCount[] =>
  sql
    .query<DayCount, [string, number, number, string]>(question)
    .all(artistId, from * dayMs, (to + 1) * dayMs, config.paymentMode)
