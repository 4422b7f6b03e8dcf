import type { Ctx } from '../context.ts'
import type { Days } from '../lib/calendar.ts'
import { countedIn } from '../payment/mode.ts'

/** How often an artist's casset was collected on a day. */
export type DayCount = { day: number; count: number }

const byDay = `SELECT day, sum(collects) AS count FROM collect_days
  WHERE casset_id IN (SELECT id FROM cassets WHERE artist_id = ?) AND day BETWEEN ? AND ? AND ${countedIn('mode', '?')}
  GROUP BY day HAVING count <> 0`

/**
 * Returns how often an artist's casset was collected on each day, paid in the present mode or free; revoked purchases do
 * not count.
 */
export const countCollects = (
  { db: { $client: sql }, config }: Ctx,
  artistId: string,
  { from, to }: Days,
): DayCount[] =>
  sql.query<DayCount, [string, number, number, string]>(byDay).all(artistId, from, to, config.paymentMode)

/** How often a casset was collected, and what was paid for it. */
export type Collects = { count: number; amountMinor: number }

const inAll = `SELECT coalesce(sum(collects), 0) AS count, coalesce(sum(amount_minor), 0) AS amountMinor FROM collect_days
  WHERE casset_id = ? AND ${countedIn('mode', '?')}`

/** Returns the same of a casset since its beginning, with the revenue. */
export const sumCollects = ({ db: { $client: sql }, config }: Ctx, cassetId: string): Collects =>
  sql.query<Collects, [string, string]>(inAll).get(cassetId, config.paymentMode) ?? { count: 0, amountMinor: 0 }
