import type { Ctx } from '../context.ts'
import { count } from '../lib/count.ts'
import { orderOfIntent } from '../order/order.ts'
import { settle } from '../order/settle.ts'
import type { Processor } from '../payment/processor.ts'
import { listContents } from '../payout/list-contents.ts'
import { compareBalance } from '../reconcile/compare-balance.ts'
import { comparePayments, firstAccountMs, firstOrderMs } from '../reconcile/compare-payments.ts'
import { comparePayouts } from '../reconcile/compare-payouts.ts'
import { recordPayout } from '../seller/record-payout.ts'
import { findTransfers } from '../transfer/find-transfers.ts'
import type { Check, Finding } from './check.ts'

const named = 20

async function compare(ctx: Ctx, processor: Processor, sinceMs: number) {
  const payments = await comparePayments(ctx, processor, sinceMs)
  const fromMs = firstOrderMs(ctx, processor.mode)
  if (fromMs === undefined) return { payments, payouts: [], balance: { differences: [], unrelated: 0 } }
  const payouts = await comparePayouts(ctx, processor, fromMs)
  const first = await compareBalance(ctx, processor, fromMs)
  // Something may have moved between the two sums of a service at work.
  const balance = first.differences.length > 0 ? await compareBalance(ctx, processor, fromMs) : first
  return { payments, payouts, balance }
}

function toFinding({ payments, payouts, balance }: Awaited<ReturnType<typeof compare>>): Finding {
  const texts = [...payments.differences, ...payouts].map(({ text }) => text)
  const all = [...texts, ...balance.differences]
  const note = [
    `${count(payments.compared, 'payment')} compared`,
    ...payments.notes,
    // As long as something is missing here, what is missing would seem to be another's.
    ...(balance.unrelated > 0 && all.length === 0
      ? [`${count(balance.unrelated, 'unrelated transaction')} on the account`]
      : []),
  ].join('; ')
  if (all.length === 0) return payments.compared === 0 && balance.unrelated === 0 ? {} : { note }
  const more = all.length > named ? [`and ${all.length - named} more`] : []
  return {
    problem: [...all.slice(0, named), ...more].join('; '),
    mend: 'tapedeck doctor --fix settles what the processor knows; check the rest by hand',
    note,
  }
}

/** Whether every payment, refund, dispute, transfer, fee and payout is the same here and at the processor. */
export const reconciling: Check = {
  name: 'reconciling',
  async look(ctx) {
    const { processor } = ctx
    const sinceMs = firstAccountMs(ctx)
    if (!processor || sinceMs === undefined) return {}
    return toFinding(await compare(ctx, processor, sinceMs))
  },
  async fix(ctx) {
    const { processor } = ctx
    const sinceMs = firstAccountMs(ctx)
    if (!processor || sinceMs === undefined) return
    const { differences } = await comparePayments(ctx, processor, sinceMs)
    const ids = new Set(differences.flatMap(({ paymentIntentId: id }) => (id === null ? [] : [id])))
    // Like the service, which may run at the same time: whatever is granted or recorded goes through here.
    for (const id of ids) {
      await settle(ctx, processor, id)
      const order = orderOfIntent(ctx, id)
      if (order && order.sellerAccountId !== null) await findTransfers(ctx, processor, order)
    }
    // Only now: the accounts that were paid out may have been lost with their orders.
    const fromMs = firstOrderMs(ctx, processor.mode)
    const payouts = fromMs === undefined ? [] : await comparePayouts(ctx, processor, fromMs)
    for (const { payout } of payouts) {
      if (!payout) continue
      await recordPayout(ctx, processor, payout)
      await listContents(ctx, processor, payout)
    }
  },
}
