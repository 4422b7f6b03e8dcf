import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../context.ts'
import type { Days } from '../../lib/calendar.ts'
import type { Accounts } from '../ledger/account-entries.ts'

/** What one heading moved on one day. */
export type DaySum = { day: number; heading: string; amountMinor: number }

// Between the accounts of one artist a transfer moves nothing.
const question = `SELECT day, heading, sum(amount_minor) AS amountMinor FROM ledger_days
  WHERE account_id IN ($own, $owed) AND day BETWEEN $from AND $to AND heading NOT IN ('TRANSFER', 'TRANSFER_REVERSAL')
  GROUP BY day, heading`

/** A year and a half of every day takes 3 ms. */
const daysAtOnce = 500

/** Returns what accounts got (positive) and gave, by day and heading: what was sold, or else the posting's kind. */
export async function sumDays(ctx: Ctx, { own, owed }: Accounts, days: Days): Promise<DaySum[]> {
  const sums = ctx.db.$client.query<DaySum, Days & { own: string; owed: string }>(question)
  const found: DaySum[] = []
  const known = daysOf(ctx, { own, owed })
  const [first, last] = [Math.max(days.from, known.from), Math.min(days.to, known.to)]
  for (let from = first; from <= last; from += daysAtOnce) {
    if (from > first) await setImmediate()
    found.push(...sums.all({ own, owed, from, to: Math.min(from + daysAtOnce - 1, last) }))
  }
  return found
}

// One look at each end: asked for both at once, SQLite reads every day between them.
const ends = `SELECT (SELECT min(day) FROM ledger_days WHERE account_id = $id) AS "from",
  (SELECT max(day) FROM ledger_days WHERE account_id = $id) AS "to"`

/** Returns the first and the last day on which accounts moved; an empty range when they never did. */
export function daysOf({ db: { $client: sql } }: Ctx, { own, owed }: Omit<Accounts, 'currency'>): Days {
  const each = [own, owed].flatMap((id) => {
    const found = sql.query<{ from: number | null; to: number | null }, { id: string }>(ends).get({ id })
    return found === null || found.from === null || found.to === null ? [] : [{ from: found.from, to: found.to }]
  })
  return { from: Math.min(...each.map(({ from }) => from)), to: Math.max(...each.map(({ to }) => to)) }
}
