import type { Ctx } from '../../context.ts'
import { type Days, dayMs } from '../../lib/calendar.ts'
import { countedIn } from '../../platform/payment/mode.ts'

/** How often an artist's casset was collected on a day. */
export type DayCount = { day: number; count: number }

// Of a casset that several artists share, each counts what was collected on the days when they were in it.
const byDay = `SELECT day, sum(collects) AS count FROM collect_days d
  JOIN (SELECT id, 0 AS since, NULL AS until FROM cassets WHERE artist_id = $artistId AND slug IS NULL
    UNION ALL SELECT casset_id, joined_at / ${dayMs}, left_at / ${dayMs} FROM co_members
      WHERE artist_id = $artistId AND joined_at IS NOT NULL) c ON d.casset_id = c.id
  WHERE day BETWEEN max($from, since) AND min($to, coalesce(until, $to)) AND ${countedIn('d.mode', '$mode')}
  GROUP BY day HAVING count <> 0`

type Asked = { artistId: string; from: number; to: number; mode: string }

/**
 * Returns how often an artist's casset was collected on each day, paid in the present mode or free; revoked purchases do
 * not count.
 */
export const countCollects = (
  { db: { $client: sql }, config }: Ctx,
  artistId: string,
  { from, to }: Days,
): DayCount[] => sql.query<DayCount, Asked>(byDay).all({ artistId, from, to, mode: config.paymentMode })

/** How often a casset was collected, and what was paid for it. */
export type Collects = { count: number; amountMinor: number }

const inAll = `SELECT coalesce(sum(collects), 0) AS count, coalesce(sum(amount_minor), 0) AS amountMinor FROM collect_days
  WHERE casset_id = ? AND ${countedIn('mode', '?')}`

/** Returns the same of a casset since its beginning, with the revenue. */
export const sumCollects = ({ db: { $client: sql }, config }: Ctx, cassetId: string): Collects =>
  sql.query<Collects, [string, string]>(inAll).get(cassetId, config.paymentMode) ?? { count: 0, amountMinor: 0 }
