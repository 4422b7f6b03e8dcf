import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import { type Days, dayAt, dayMs } from '../lib/calendar.ts'
import { type AccountRow, firstPostedMs, idsOf } from './account-entries.ts'
import { accountId } from './post.ts'

/** The sum of one heading on one day; `feeMinor` is the fee of disputes, on top of the disputed amounts. */
export type DaySum = { day: number; heading: string; amountMinor: number; feeMinor: number }

// A connected artist receives a SALE as a TRANSFER. A reversal after a dispute of the same order counts for the
// dispute.
const question = `SELECT CASE
      WHEN p.kind IN ('SALE', 'TRANSFER') THEN coalesce((SELECT kind FROM orders WHERE id = p.order_id), 'casset')
      WHEN p.kind = 'TRANSFER_REVERSAL' AND EXISTS (SELECT 1 FROM ledger_postings d
        WHERE d.order_id = p.order_id AND d.kind = 'DISPUTE' AND d.created_at <= p.created_at) THEN 'DISPUTE'
      ELSE p.kind
    END AS heading,
    sum(e.amount_minor) AS amountMinor,
    sum(CASE p.kind WHEN 'DISPUTE' THEN coalesce((SELECT sum(f.amount_minor) FROM ledger_entries f
      WHERE f.posting_id = p.id AND f.account_id = $fees), 0) ELSE 0 END) AS feeMinor
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
  WHERE e.account_id = $account AND e.posting_id > $after AND e.posting_id <= $last
    AND p.created_at >= $from AND p.created_at < $until
  GROUP BY heading`

type Asked = { account: string; fees: string; after: string; last: string; from: number; until: number }

/** Returns what an account received (positive) and paid, by day and heading: the kind of goods, or else of posting. */
export async function sumDays(ctx: Ctx, { id: account, currency }: AccountRow, days: Days): Promise<DaySum[]> {
  const byHeading = ctx.db.$client.query<Omit<DaySum, 'day'>, Asked>(question)
  const first = firstPostedMs(ctx, account)
  const fees = accountId(ctx, { kind: 'PROCESSOR_FEES' }, currency)
  const sums: DaySum[] = []
  if (first === undefined) return sums
  const to = Math.min(days.to, dayAt(ctx.now()))
  // One query per day: SQLite sorts less, and a ledger of a million entries does not block other requests.
  for (let day = Math.max(days.from, dayAt(first)); day <= to; day += 1) {
    const span = { from: day * dayMs, until: (day + 1) * dayMs }
    const found = byHeading.all({ account, fees, ...idsOf(span), ...span })
    sums.push(...found.map((sum) => ({ day, ...sum })))
    if (found.length > 0) await setImmediate()
  }
  return sums
}
