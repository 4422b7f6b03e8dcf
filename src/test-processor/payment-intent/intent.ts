import type Stripe from 'stripe'
import type { AccountContext } from '../context.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'

type Status = Stripe.PaymentIntent.Status

/** Returns a PaymentIntent of this account. Throws resource_missing. */
export function retrieveIntent(ctx: AccountContext, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = ctx.store.payment_intent.get(id)
  if (!intent) throw resourceMissing('payment_intent', id, param)
  return intent
}

const allowedIn = {
  confirm: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  update: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  cancel: ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'],
  authenticate: ['requires_action'],
} as const satisfies Record<string, readonly Status[]>

const participle = {
  confirm: 'confirmed',
  update: 'updated',
  cancel: 'canceled',
  authenticate: 'authenticated',
} as const

/** Throws payment_intent_unexpected_state when the intent's status does not allow the operation. */
export function requireStatusFor(intent: Stripe.PaymentIntent, verb: keyof typeof allowedIn): void {
  const states: readonly string[] = allowedIn[verb]
  if (states.includes(intent.status)) return
  const message =
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. ` +
    `Only a PaymentIntent with one of the following statuses may be ${participle[verb]}: ${states.join(', ')}.`
  throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
}
