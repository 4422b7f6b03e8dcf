import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { orderById } from '../../order/order.ts'
import type { Payment } from '../../platform/payment/payment.ts'

/** Returns until when a refund stood (s); undefined where it never moved money. */
function stoodUntil({ status, failure_balance_transaction: returned }: Stripe.Refund): number | undefined {
  if (!returned) return status === 'failed' || status === 'canceled' ? undefined : Number.POSITIVE_INFINITY
  // A list of refunds gives only the id of the line by which the money came back, not its time: the
  // refund counts as standing, and the payment is read once more by itself, which gives the time.
  return typeof returned === 'string' ? Number.POSITIVE_INFINITY : returned.created
}

/**
 * Returns whether one of these orders was begun while refunds that came back later had taken all of
 * a payment: its price did not count the payment then.
 */
export function isPaidWhileGone(ctx: Ctx, { intent, refunds }: Payment, orderIds: readonly string[]): boolean {
  const stood = refunds.flatMap((refund) => {
    const until = stoodUntil(refund)
    return until === undefined ? [] : [{ amount: refund.amount, from: refund.created, until }]
  })
  const isGone = (atMs: number) => {
    const then = stood.filter(({ from, until }) => from * 1_000 <= atMs && atMs < until * 1_000)
    return then.reduce((sum, { amount }) => sum + amount, 0) >= intent.amount_received
  }
  return orderIds.some((id) => {
    const order = orderById(ctx, id)
    return order !== undefined && isGone(order.createdAt)
  })
}
