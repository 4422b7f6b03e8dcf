import type Stripe from 'stripe'
import { type Account, isPosted, type Posting } from '../../books/ledger/post.ts'
import type { Ctx } from '../../context.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Order } from '../order.ts'
import { type Money, movementOf } from './movement.ts'

/** Uses the rate of the sale; undefined until the charge has settled. */
export function atRateOfSale(charge: Stripe.Charge | undefined, amount: number): Money | undefined {
  const line = charge?.balance_transaction
  if (!charge || !line || typeof line === 'string') return undefined
  return { currency: line.currency, amount: Math.round((amount * line.amount) / charge.amount) }
}

/** Whether a refund waits until the balance has its money, and has not been exchanged either. */
export const isWaiting = ({ status, balance_transaction: line }: Stripe.Refund): boolean =>
  status === 'pending' && line === null

/**
 * Returns what a waiting refund will take in the settlement currency of its sale, at the rate of
 * the sale. Reverses that once the processor has exchanged it or the refund is cancelled. Meanwhile
 * the amount is reserved for it (rule: currencies).
 */
export function expectedExchange(ctx: Ctx, order: Order, holder: Account, { charge, refunds }: Payment): Posting[] {
  return refunds.flatMap((refund) => {
    const taken = atRateOfSale(charge, refund.amount)
    if (!taken || taken.currency === refund.currency) return []
    const sides = (name: string, way: 1 | -1) =>
      [
        { currency: refund.currency, amount: way * refund.amount },
        { currency: taken.currency, amount: -way * taken.amount },
      ].map((side) => ({
        ...movementOf('EXCHANGE', `${name}-${refund.id} ${side.currency}`, side, { kind: 'EXCHANGE' }, holder),
        orderId: order.id,
      }))
    const expected = sides('expected', 1)
    if (isWaiting(refund)) return expected
    return expected.some(({ uniqueKey }) => isPosted(ctx, order.id, uniqueKey)) ? sides('exchanged', -1) : []
  })
}
