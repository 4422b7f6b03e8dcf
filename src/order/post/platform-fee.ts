import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Order } from '../order.ts'
import type { Payees } from '../payees.ts'
import { wholeVatOf } from './kept-vat.ts'
import { keptOf, postKept } from './post-kept.ts'

/** The refund was not returned, and needs no action of the buyer. */
const isHeld = ({ status }: Stripe.Refund) => status === 'succeeded' || status === 'pending' || status === null

/**
 * Returns what the platform keeps of a payment by now: its percent of the settled amount, at most
 * what the processor and the VAT left of it, in proportion to what was not refunded. Rounded in the
 * artist's favour; undefined while nothing has settled. `refunding` is a refund that is still to be
 * made.
 */
export function platformFeeOf(order: Order, { charge, refunds }: Payment, refunding = 0) {
  const { feeBasisPoints } = order
  const line = charge?.balance_transaction
  if (feeBasisPoints === 0 || !charge || !line || typeof line === 'string') return undefined
  const { amount: vat } = wholeVatOf(order, charge) ?? { amount: 0 }
  const whole = Math.min(Math.floor((line.amount * feeBasisPoints) / 10_000), Math.max(0, line.net - vat))
  const refunded = refunds.filter(isHeld).reduce((sum, { amount }) => sum + amount, refunding)
  const amount = Math.floor((whole * Math.max(0, charge.amount - refunded)) / charge.amount)
  return { amount, currency: line.currency }
}

export const keptPlatformFee = (ctx: Ctx, orderId: string): number => keptOf(ctx, orderId, 'PLATFORM').amount

/** Brings the platform's fee of an order to its due amount. */
export function postPlatformFee(ctx: Ctx, order: Order, payees: Payees, payment: Payment): void {
  const due = platformFeeOf(order, payment)
  const kinds = ['PLATFORM_FEE', 'PLATFORM_FEE_REFUND'] as const
  if (due) postKept(ctx, due, { order, payees, payment, keeper: 'PLATFORM', kinds })
}
