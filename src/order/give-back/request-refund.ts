import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { askProcessor } from '../../platform/payment/ask-processor.ts'
import type { Order } from '../order.ts'
import type { RefundReason } from '../refund-reason.ts'

/** Without an amount everything left is refunded. The key identifies this very refund. */
export type Refund = {
  amountMinor?: number
  why: RefundReason
  idempotencyKey: string
}

export const inAnotherMode = () =>
  new AppError(
    'BAD_STATE',
    say('This order was paid in another payment mode (test or live); switch PAYMENTS back to refund it.'),
  )

/** The processor's own words for a reason; it has none for the others. */
const reasons: Partial<Record<RefundReason, Stripe.RefundCreateParams.Reason>> = {
  artist: 'requested_by_customer',
  owner: 'requested_by_customer',
  duplicate: 'duplicate',
}

/** Throws BAD_STATE when payments are in another mode now. */
export function processorOfOrder({ processor }: Ctx, { mode, paymentIntentId }: Order) {
  if (paymentIntentId === null || processor?.mode !== mode) throw inAnotherMode()
  return { processor, paymentIntentId }
}

/**
 * Requests a refund from the processor, out of the platform's balance; settling the order takes it
 * from those who were paid. Throws BAD_STATE when payments are in another mode now or the processor
 * refuses, and UNAVAILABLE.
 */
export async function requestRefund(ctx: Ctx, order: Order, { amountMinor, why, idempotencyKey }: Refund) {
  const { processor, paymentIntentId } = processorOfOrder(ctx, order)
  const reason = reasons[why]
  const asked = {
    payment_intent: paymentIntentId,
    ...(reason === undefined ? {} : { reason }),
    ...(amountMinor === undefined ? {} : { amount: amountMinor }),
    // A restored copy of the database learns by it why that was.
    metadata: { by: why },
  }
  await askProcessor(ctx, processor, (stripe, options) => stripe.refunds.create(asked, options), idempotencyKey)
}
