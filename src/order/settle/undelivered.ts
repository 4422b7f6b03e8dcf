import { sendUndeliveredMail } from '../../books/receipt/tell-undelivered.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { goodsOf, type Obstacle } from '../goods.ts'
import { isForOthers, moveOrder, type Order } from '../order.ts'
import { noteOwed } from '../owed-parts.ts'
import { purchaseStatusOf } from '../read-payment.ts'
import { isRefundedFor, queueRefund } from '../refund-reason.ts'

/** Returns words for the payer; null when the goods can be delivered, or were. */
export function obstacleToDelivery(ctx: Ctx, order: Order, payment: Payment): Obstacle | null {
  const { intent, refunds } = payment
  if (order.state === 'PAID') return null
  // Rebuilt after its money went back: it was delivered, unless it was refunded for that.
  const isOver = order.paidAt !== null && purchaseStatusOf(payment).isRevoked
  if (isOver && !refunds.some((refund) => isRefundedFor('undelivered', refund))) return null
  if (intent.amount_received !== order.amountMinor || intent.currency !== order.currency) {
    return () => say('what arrived is not the sum that was ordered ## after a colon')
  }
  return goodsOf(ctx)[order.kind].obstacle?.(ctx, order) ?? null
}

/**
 * Ends an order that cannot be delivered: all of its payment is refunded by itself, and its payer
 * is notified (rule: automatic-refunds). Nobody is sent a part of it. Called in the transaction of
 * its postings.
 */
export function endUndelivered(ctx: Ctx, order: Order, payment: Payment, reason: Obstacle | null): void {
  moveOrder(ctx, order, 'UNDELIVERED')
  if (isForOthers(order)) noteOwed(ctx, order, false)
  goodsOf(ctx)[order.kind].undelivered?.(ctx, order)
  if (reason !== null && order.state !== 'UNDELIVERED') sendUndeliveredMail(ctx, order, payment.intent, reason)
  queueRefund(ctx, 'undelivered', order.id, purchaseStatusOf(payment))
}
