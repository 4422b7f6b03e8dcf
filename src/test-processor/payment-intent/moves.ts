import type Stripe from 'stripe'
import { invalidRequest } from '../fault.ts'

type Status = Stripe.PaymentIntent.Status

/** What may be done to an intent, and in which states. */
const allowedIn = {
  confirm: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  update: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
  cancel: ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action', 'processing'],
  authenticate: ['requires_action'],
} as const satisfies Record<string, readonly Status[]>

const participle = {
  confirm: 'confirmed',
  update: 'updated',
  cancel: 'canceled',
  authenticate: 'authenticated',
} as const

/** Refuses what the state of an intent does not allow, as Stripe words it. */
export function mustAllow(intent: Stripe.PaymentIntent, verb: keyof typeof allowedIn): void {
  const states: readonly string[] = allowedIn[verb]
  if (states.includes(intent.status)) return
  const message =
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. ` +
    `Only a PaymentIntent with one of the following statuses may be ${participle[verb]}: ${states.join(', ')}.`
  throw invalidRequest(message, { code: 'payment_intent_unexpected_state' })
}
