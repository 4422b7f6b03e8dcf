import type Stripe from 'stripe'
import { noSuch } from '../fault.ts'
import type { Desk } from '../till.ts'

/** An intent of this account. Throws resource_missing. */
export function intentOf(desk: Desk, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = desk.book.payment_intent.get(id)
  if (!intent) throw noSuch('payment_intent', id, param)
  return intent
}
