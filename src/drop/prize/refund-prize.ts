import type { Ctx } from '../../context.ts'
import { findTransfers } from '../../earnings/transfer/find-transfers.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { requestRefund } from '../../order/give-back/request-refund.ts'
import { countRefusal, type Order, orderById, thingIdOf } from '../../order/order.ts'
import { purchaseStatusOf } from '../../order/read-payment.ts'
import { settle } from '../../order/settle/settle.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { TryLater } from '../../platform/job/job-kind.ts'
import { refundPrizeJob as kind } from '../../platform/job/job-kinds.ts'
import { isBeyondRefund, isRefused, ProcessorFault } from '../../platform/payment/ask-processor.ts'
import { disputeStateOf } from '../../platform/payment/dispute-state.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { campaignById } from '../campaign.ts'
import { contributionOf, endReturn } from './contributions.ts'
import { leftOfContribution } from './share-out.ts'

const asksAgainMs = 3_600_000

/** Refunds what the processor has left of a payment into a drop that ended without winners. */
export const refundPrizeJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 4,
  // Two months, within which a bank decides or the processor comes back.
  maxAttempts: 100,
  run: (ctx, { orderId }) => refundPrize(ctx, orderId),
})

/**
 * Refunds the rest of a contribution, once. The payment is read before and after: that finds a
 * refund whose answer was lost, and the refund is in the ledger before anything else is requested.
 * While a bank decides about the payment nothing happens.
 */
async function refundPrize(ctx: Ctx, orderId: string): Promise<void> {
  const { processor } = ctx
  const { paymentIntentId: intentId, mode } = orderById(ctx, orderId) ?? {}
  if (!processor || !intentId || mode !== processor.mode) {
    // Its payment is out of reach until the instance takes payments of that mode again.
    ctx.jobs.add(kind, { orderId }, { runAt: ctx.now() + asksAgainMs })
    return
  }
  const payment = await settle(ctx, processor, intentId)
  const [order, contribution] = [orderById(ctx, orderId), contributionOf(ctx, { id: orderId })]
  if (!payment || !order || !contribution || contribution.returningAt === null || contribution.returnedAt !== null)
    return
  if (payment.disputes.some((dispute) => ['OPEN', 'APPEAL'].includes(disputeStateOf(dispute)))) {
    throw new TryLater('A bank decides about this payment.', dayMs)
  }
  if (order.settledCurrency === null) throw new ProcessorFault(false)
  // Money that a winner has already received, by a decision that a restored copy has lost, cannot
  // also be refunded to its payer.
  await findTransfers(ctx, processor, order)
  const amountMinor = refundable(ctx, order, payment, contribution.coversMinor)
  if (amountMinor > 0 && (await refund(ctx, order, payment, amountMinor))) await settle(ctx, processor, intentId)
  await ctx.jointly(() => endReturn(ctx, contribution))
}

/**
 * Returns how much of a payment can be refunded: what is left of it and covers no other payment, in
 * the currency it was paid in.
 */
function refundable(ctx: Ctx, order: Order, payment: Payment, covers: number): number {
  const { charge } = payment
  const line = charge?.balance_transaction
  // A refund that came back would come back again: it is owed to its payer instead.
  if (!charge || !line || typeof line === 'string' || purchaseStatusOf(payment).hasReturned) return 0
  const sum = leftOfContribution(ctx, order.id).find(({ currency }) => currency === line.currency)?.amount ?? 0
  const left = sum - covers
  const share = line.currency === charge.currency ? left : exchanged(left, charge.amount, line.amount)
  return Math.min(share, charge.amount - charge.amount_refunded)
}

// The product of two sums may exceed the range of a number.
const exchanged = (left: number, charged: number, settled: number): number =>
  left <= 0 ? 0 : Number((BigInt(left) * BigInt(charged)) / BigInt(settled))

/** Requests a refund. Returns whether there is one; throws errors that may pass with time. */
async function refund(ctx: Ctx, order: Order, { refunds }: Payment, amountMinor: number): Promise<boolean> {
  const idempotencyKey = ['refund-prize', order.id, refunds.length, order.refusedRefunds].join('-')
  try {
    // Where there are winners, it came after the end.
    const why = campaignById(ctx, thingIdOf(order)).state === 'CANCELLED' ? 'prize' : 'undelivered'
    await requestRefund(ctx, order, { amountMinor, why, idempotencyKey })
    noteSecurity(ctx, 'refund_made', {}, { orderId: order.id, amountMinor, reason: 'drop' })
    return true
  } catch (error) {
    const isAnswered = error instanceof ProcessorFault && error.isAnswered
    if (isAnswered || isRefused(error)) countRefusal(ctx, order)
    if (isBeyondRefund(error)) return false
    throw error
  }
}
