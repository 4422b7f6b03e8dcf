import type Stripe from 'stripe'

export type Payment = {
  intent: Stripe.PaymentIntent
  /** The successful charge, with its line of the balance expanded; absent while nothing is paid. */
  charge: Stripe.Charge | undefined
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}
