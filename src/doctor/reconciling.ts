import type { Ctx } from '../context.ts'
import { count } from '../lib/count.ts'
import { settle } from '../order/settle.ts'
import type { Processor } from '../payment/processor.ts'
import { compareBalance } from '../reconcile/compare-balance.ts'
import { comparePayments, firstOrderMs } from '../reconcile/compare-payments.ts'
import { comparePayouts } from '../reconcile/compare-payouts.ts'
import { recordPayout } from '../seller/record-payout.ts'
import type { Check, Finding } from './check.ts'

const named = 20

async function compare(ctx: Ctx, processor: Processor, sinceMs: number) {
  const payments = await comparePayments(ctx, processor, sinceMs)
  const payouts = await comparePayouts(ctx, processor, sinceMs)
  const first = await compareBalance(ctx, processor, sinceMs)
  // A running service may have recorded something between the two sums.
  const balance = first.differences.length > 0 ? await compareBalance(ctx, processor, sinceMs) : first
  return { payments, payouts, balance }
}

function toFinding({ payments, payouts, balance }: Awaited<ReturnType<typeof compare>>): Finding {
  const texts = [...payments.differences, ...payouts].map(({ text }) => text)
  const all = [...texts, ...balance.differences]
  const note = [
    `${count(payments.compared, 'payment')} compared`,
    // While transactions are missing from our ledger, they would be counted as another instance's.
    ...(balance.unrelated > 0 && all.length === 0
      ? [`${count(balance.unrelated, 'unrelated transaction')} on the account`]
      : []),
  ].join('; ')
  if (all.length === 0) return { note }
  const more = all.length > named ? [`and ${all.length - named} more`] : []
  return {
    problem: [...all.slice(0, named), ...more].join('; '),
    mend: 'tapedeck doctor --fix settles what the processor knows; check the rest by hand',
    note,
  }
}

/**
 * Checks that every payment, refund, dispute, transfer, fee and payout is the same in our database and at the
 * processor.
 */
export const reconciling: Check = {
  name: 'reconciling',
  async look(ctx) {
    const { processor } = ctx
    const sinceMs = processor && firstOrderMs(ctx, processor.mode)
    if (!processor || sinceMs === undefined) return {}
    return toFinding(await compare(ctx, processor, sinceMs))
  },
  async fix(ctx) {
    const { processor } = ctx
    const sinceMs = processor && firstOrderMs(ctx, processor.mode)
    if (!processor || sinceMs === undefined) return
    const { payments, payouts } = await compare(ctx, processor, sinceMs)
    const ids = new Set(payments.differences.flatMap(({ paymentIntentId: id }) => (id === null ? [] : [id])))
    // The same function that webhooks use, so it is safe next to a running service.
    for (const id of ids) await settle(ctx, processor, id)
    for (const { payout } of payouts) if (payout) await recordPayout(ctx, processor, payout)
  },
}
