import type Stripe from 'stripe'

/** What the processor answers, as the pinned SDK declares it. The schema is generated from this type. */
export type Shapes = {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  balance: Stripe.Balance
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  file: Stripe.File
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  customer: Stripe.Customer
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  payout: Stripe.Payout
  payment_method_domain: Stripe.PaymentMethodDomain
  login_link: Stripe.LoginLink
  account: Stripe.Account
  webhook_endpoint: Stripe.WebhookEndpoint
  'v2.core.account': Stripe.V2.Core.Account
  'v2.core.account_link': Stripe.V2.Core.AccountLink
  'v2.core.event_destination': Stripe.V2.Core.EventDestination
}
