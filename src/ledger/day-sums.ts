import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import { type Days, dayAt, dayMs } from '../lib/calendar.ts'
import { type Accounts, firstPostedMs, idsOf } from './account-entries.ts'

/** What one heading moved on one day. */
export type DaySum = { day: number; heading: string; amountMinor: number }

// Between the accounts of one artist a transfer moves nothing.
const question = `SELECT CASE p.kind WHEN 'SALE' THEN coalesce((SELECT kind FROM orders WHERE id = p.order_id), 'casset')
      ELSE p.kind END AS heading,
    sum(e.amount_minor) AS amountMinor
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
  WHERE e.account_id IN ($own, $owed) AND e.posting_id > $after AND e.posting_id <= $last
    AND p.created_at >= $from AND p.created_at < $until AND p.kind NOT IN ('TRANSFER', 'TRANSFER_REVERSAL')
  GROUP BY heading`

type Asked = { own: string; owed: string; after: string; last: string; from: number; until: number }

/** Returns what accounts got (positive) and gave, by day and heading: what was sold, or else the posting's kind. */
export async function sumDays(ctx: Ctx, accounts: Accounts, days: Days): Promise<DaySum[]> {
  const byHeading = ctx.db.$client.query<Omit<DaySum, 'day'>, Asked>(question)
  const { own, owed } = accounts
  const first = firstPostedMs(ctx, accounts)
  const sums: DaySum[] = []
  if (first === undefined) return sums
  const to = Math.min(days.to, dayAt(ctx.now()))
  // Day by day, and not all at once: SQLite sorts less, and a ledger of a million entries holds nobody else up.
  for (let day = Math.max(days.from, dayAt(first)); day <= to; day += 1) {
    const span = { from: day * dayMs, until: (day + 1) * dayMs }
    const found = byHeading.all({ own, owed, ...idsOf(span), ...span })
    sums.push(...found.map((sum) => ({ day, ...sum })))
    if (found.length > 0) await setImmediate()
  }
  return sums
}
