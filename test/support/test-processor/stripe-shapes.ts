import type Stripe from 'stripe'

/**
 * The answers and events of the processor, as the pinned SDK declares them, and what it may be
 * asked. The schema is generated from this type.
 */
export type Shapes = Answers & Events & Requests

type Events = {
  // The object in it is held by its own name.
  event: Omit<Stripe.EventBase, 'data'> & { data: { object: object; previous_attributes?: object } }
  'event.type': Stripe.Event.Type
  'v2.core.event': Thin
  'v2.core.event.type': Stripe.V2.Core.Event['type']
}

// Each kind of thin event has an interface of its own with the same members.
type Thin = Omit<Stripe.V2.Core.Events.V2CoreAccountUpdatedEvent, 'type'> & { type: string }

// Stripe has shared payment tokens in previews of its API only
// (docs.stripe.com/agentic-commerce/concepts/shared-payment-tokens).
type NewIntent = Stripe.PaymentIntentCreateParams & { shared_payment_granted_token?: string }

type Requests = {
  'POST /v1/payment_intents': NewIntent
  'GET /v1/payment_intents': Stripe.PaymentIntentListParams
  'GET /v1/payment_intents/:id': Stripe.PaymentIntentRetrieveParams
  'POST /v1/payment_intents/:id': Stripe.PaymentIntentUpdateParams
  'POST /v1/payment_intents/:id/confirm': Stripe.PaymentIntentConfirmParams
  'POST /v1/payment_intents/:id/cancel': Stripe.PaymentIntentCancelParams
  'GET /v1/charges': Stripe.ChargeListParams
  'GET /v1/charges/:id': Stripe.ChargeRetrieveParams
  'POST /v1/refunds': Stripe.RefundCreateParams
  'GET /v1/refunds': Stripe.RefundListParams
  'GET /v1/refunds/:id': Stripe.RefundRetrieveParams
  'POST /v1/refunds/:id/cancel': Stripe.RefundCancelParams
  'GET /v1/disputes': Stripe.DisputeListParams
  'GET /v1/disputes/:id': Stripe.DisputeRetrieveParams
  'POST /v1/disputes/:id': Stripe.DisputeUpdateParams
  'POST /v1/customers': Stripe.CustomerCreateParams
  'GET /v1/customers': Stripe.CustomerListParams
  'GET /v1/customers/search': Stripe.CustomerSearchParams
  'POST /v1/customers/:id': Stripe.CustomerUpdateParams
  'DELETE /v1/customers/:id': Stripe.CustomerDeleteParams
  'GET /v1/balance': Stripe.BalanceRetrieveParams
  'GET /v1/balance_transactions': Stripe.BalanceTransactionListParams
  'GET /v1/balance_transactions/:id': Stripe.BalanceTransactionRetrieveParams
  'GET /v1/balance_settings': Stripe.BalanceSettingsRetrieveParams
  'POST /v1/balance_settings': Stripe.BalanceSettingsUpdateParams
  'POST /v1/transfers': Stripe.TransferCreateParams
  'GET /v1/transfers': Stripe.TransferListParams
  'GET /v1/transfers/:id': Stripe.TransferRetrieveParams
  'POST /v1/transfers/:id/reversals': Stripe.TransferCreateReversalParams
  'GET /v1/transfers/:id/reversals': Stripe.TransferListReversalsParams
  'POST /v1/payouts': Stripe.PayoutCreateParams
  'GET /v1/payouts': Stripe.PayoutListParams
  'GET /v1/payouts/:id': Stripe.PayoutRetrieveParams
  'GET /v1/account': Stripe.AccountRetrieveParams
  'GET /v1/accounts/:id': Stripe.AccountRetrieveParams
  'POST /v1/webhook_endpoints': Stripe.WebhookEndpointCreateParams
  'GET /v1/webhook_endpoints': Stripe.WebhookEndpointListParams
  'POST /v1/webhook_endpoints/:id': Stripe.WebhookEndpointUpdateParams
  'DELETE /v1/webhook_endpoints/:id': Stripe.WebhookEndpointDeleteParams
  'POST /v1/payment_method_domains': Stripe.PaymentMethodDomainCreateParams
  'GET /v1/payment_method_domains': Stripe.PaymentMethodDomainListParams
  'POST /v1/payment_method_domains/:id/validate': Stripe.PaymentMethodDomainValidateParams
  'POST /v2/core/accounts': Stripe.V2.Core.AccountCreateParams
  'GET /v2/core/accounts': Stripe.V2.Core.AccountListParams
  'GET /v2/core/accounts/:id': Stripe.V2.Core.AccountRetrieveParams
  'POST /v2/core/accounts/:id/close': Stripe.V2.Core.AccountCloseParams
  'POST /v2/core/account_links': Stripe.V2.Core.AccountLinkCreateParams
  'POST /v2/core/event_destinations': Stripe.V2.Core.EventDestinationCreateParams
  'GET /v2/core/event_destinations': Stripe.V2.Core.EventDestinationListParams
  'POST /v2/core/event_destinations/:id': Stripe.V2.Core.EventDestinationUpdateParams
  'DELETE /v2/core/event_destinations/:id': object
  'GET /v2/core/event_destinations/:id': Stripe.V2.Core.EventDestinationRetrieveParams
  'POST /v2/core/event_destinations/:id/disable': Stripe.V2.Core.EventDestinationDisableParams
  'POST /v2/core/event_destinations/:id/enable': Stripe.V2.Core.EventDestinationEnableParams
  'POST /v2/core/event_destinations/:id/ping': Stripe.V2.Core.EventDestinationPingParams
  'POST /v2/core/accounts/:id': Stripe.V2.Core.AccountUpdateParams
  'GET /v2/core/events': Stripe.V2.Core.EventListParams
  'GET /v2/core/events/:id': Stripe.V2.Core.EventRetrieveParams
  'POST /v1/payment_methods': Stripe.PaymentMethodCreateParams
  'GET /v1/payment_methods': Stripe.PaymentMethodListParams
  'GET /v1/payment_methods/:id': Stripe.PaymentMethodRetrieveParams
  'POST /v1/payment_methods/:id/attach': Stripe.PaymentMethodAttachParams
  'POST /v1/payment_methods/:id/detach': Stripe.PaymentMethodDetachParams
  'POST /v1/charges/:id': Stripe.ChargeUpdateParams
  'POST /v1/refunds/:id': Stripe.RefundUpdateParams
  'POST /v1/disputes/:id/close': Stripe.DisputeCloseParams
  'GET /v1/radar/early_fraud_warnings': Stripe.Radar.EarlyFraudWarningListParams
  'GET /v1/radar/early_fraud_warnings/:id': Stripe.Radar.EarlyFraudWarningRetrieveParams
  'GET /v1/files': Stripe.FileListParams
  'GET /v1/files/:id': Stripe.FileRetrieveParams
  'GET /v1/customers/:id': Stripe.CustomerRetrieveParams
  'POST /v1/transfers/:id': Stripe.TransferUpdateParams
  'GET /v1/transfers/:id/reversals/:reversal': Stripe.TransferRetrieveReversalParams
  'POST /v1/payouts/:id/cancel': Stripe.PayoutCancelParams
  'GET /v1/payment_method_domains/:id': Stripe.PaymentMethodDomainRetrieveParams
  'POST /v1/payment_method_domains/:id': Stripe.PaymentMethodDomainUpdateParams
  'POST /v1/accounts': Stripe.AccountCreateParams
  'GET /v1/accounts': Stripe.AccountListParams
  'POST /v1/accounts/:id': Stripe.AccountUpdateParams
  'DELETE /v1/accounts/:id': Stripe.AccountDeleteParams
  'POST /v1/accounts/:id/login_links': Stripe.AccountCreateLoginLinkParams
  'POST /v1/accounts/:id/external_accounts': Stripe.AccountCreateExternalAccountParams
  'GET /v1/webhook_endpoints/:id': Stripe.WebhookEndpointRetrieveParams
  'GET /v1/events': Stripe.EventListParams
  'GET /v1/events/:id': Stripe.EventRetrieveParams
}

type Answers = {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  balance_transaction: Stripe.BalanceTransaction
  balance: Stripe.Balance
  balance_settings: Stripe.BalanceSettings
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
  bank_account: Stripe.BankAccount
  account: Stripe.Account
  webhook_endpoint: Stripe.WebhookEndpoint
  'v2.core.account': Stripe.V2.Core.Account
  'v2.core.account_link': Stripe.V2.Core.AccountLink
  'v2.core.event_destination': Stripe.V2.Core.EventDestination
}
