import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { askProcessor } from '../../platform/payment/ask-processor.ts'
import type { Order } from './order.ts'

/** How much goes back (all that is left when absent), why, and what names this very refund. */
export type Refund = {
  amountMinor?: number
  /** By the owner of the instance, who did not sell it. */
  isOwners?: boolean
  reason?: Stripe.RefundCreateParams.Reason
  idempotencyKey: string
}

/** What is answered when an order was paid in another mode: its payment is out of reach. */
export const inAnotherMode = () =>
  new AppError(
    'BAD_STATE',
    'This order was paid in another payment mode (test or live); switch PAYMENTS back to refund it.',
  )

const byOwner = { by: 'owner' }

/** Tells whether the owner of the instance made a refund of what somebody else sold. */
export const isByOwner = ({ metadata }: Stripe.Refund): boolean => metadata?.by === byOwner.by

/** Returns where an order was paid. Throws BAD_STATE when payments are in another mode now. */
export function paidHere({ processor }: Ctx, { mode, paymentIntentId }: Order) {
  if (paymentIntentId === null || processor?.mode !== mode) throw inAnotherMode()
  return { processor, paymentIntentId }
}

/**
 * Asks the processor to give a payment back, from the platform's balance; settling it takes it from those who were paid.
 * Throws BAD_STATE when payments are in another mode now or the processor refuses, and UNAVAILABLE.
 */
export async function askRefund(
  ctx: Ctx,
  order: Order,
  { amountMinor, isOwners = false, reason, idempotencyKey }: Refund,
) {
  const { processor, paymentIntentId } = paidHere(ctx, order)
  const asked = {
    payment_intent: paymentIntentId,
    ...(reason === undefined ? {} : { reason }),
    ...(amountMinor === undefined ? {} : { amount: amountMinor }),
    ...(isOwners ? { metadata: byOwner } : {}),
  }
  await askProcessor(ctx, processor, (stripe, options) => stripe.refunds.create(asked, options), idempotencyKey)
}
