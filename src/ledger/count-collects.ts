import type { Ctx } from '../context.ts'
import { type Days, dayMs } from '../lib/calendar.ts'

/** How many cassets of an artist were collected on a day. */
export type DayCount = { day: number; count: number }

const question = `SELECT purchased_at / ${dayMs} AS day, count(*) AS count FROM purchases
  WHERE casset_id IN (SELECT id FROM cassets WHERE artist_id = ?) AND purchased_at >= ? AND purchased_at < ?
    AND ended_at IS NULL
  GROUP BY day`

/** How often an artist was collected, day by day, for money or for nothing; what was taken back does not count. */
export const countCollects = ({ db: { $client: sql } }: Ctx, artistId: string, { from, to }: Days): DayCount[] =>
  sql.query<DayCount, [string, number, number]>(question).all(artistId, from * dayMs, (to + 1) * dayMs)
