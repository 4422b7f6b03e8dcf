import type Stripe from 'stripe'
import { retrieveCharge, settleCharge } from '../charge/charge.ts'
import type { AccountContext } from '../context.ts'
import { cardBehaviour, spendMethod } from '../customer/payment-method.ts'
import type { Decline } from '../customer/test-cards.ts'
import { emit } from '../event/event.ts'
import { scheduleTask } from '../schedule/schedule.ts'

/**
 * Completes a payment whose charge has gone through, and returns the PaymentIntent. With
 * asynchronous capture the charge's balance transaction follows later.
 */
export function completePayment(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  charged: Stripe.Charge,
): Stripe.PaymentIntent {
  const { captureMs, capturesLate } = ctx.server
  const isLate = captureMs > 0 && (capturesLate || intent.capture_method === 'automatic_async')
  const charge = isLate ? ctx.store.charge.put(charged) : settleCharge(ctx, charged)
  const done = ctx.store.payment_intent.put({
    ...intent,
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
    status: 'succeeded',
  })
  spendMethod(ctx, charge.payment_method ?? '', intent.setup_future_usage ? keeperOf(intent) : null)
  emit(ctx, 'charge.succeeded', charge)
  emit(ctx, 'payment_intent.succeeded', done)
  const later = { account: ctx.account, id: charge.id }
  if (isLate) scheduleTask(ctx, captureMs, { type: 'settle-charge', ...later })
  const behaviour = cardBehaviour(ctx, charge.payment_method ?? '')
  if (behaviour.dispute) scheduleTask(ctx, 0, { type: 'open-dispute', ...later })
  if (behaviour.earlyFraudWarning) scheduleTask(ctx, 0, { type: 'create-fraud-warning', ...later })
  return done
}

const keeperOf = ({ customer }: Stripe.PaymentIntent) => (typeof customer === 'string' ? customer : null)

/** Adds the balance transaction of a charge that was captured asynchronously. */
export function settleLate(ctx: AccountContext, chargeId: string): void {
  emit(ctx, 'charge.updated', settleCharge(ctx, retrieveCharge(ctx, chargeId)), { balance_transaction: null })
}

/** Returns the PaymentIntent to the state in which it needs another payment method. */
export function failPayment(
  ctx: AccountContext,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  charge?: string,
): Stripe.PaymentIntent {
  const failed = ctx.store.payment_intent.put({
    ...intent,
    last_payment_error: {
      code: decline.code,
      ...(decline.reason === undefined ? {} : { decline_code: decline.reason }),
      ...(charge === undefined ? {} : { charge }),
      message: decline.message,
      payment_method: method,
      type: charge === undefined ? 'invalid_request_error' : 'card_error',
    },
    latest_charge: charge ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  emit(ctx, 'payment_intent.payment_failed', failed)
  return failed
}
