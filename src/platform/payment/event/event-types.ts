/**
 * The platform's events about payments, what is done about them in the processor's dashboard
 * included. On each, the payment's current state is read from the processor.
 */
export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'transfer.created',
  'transfer.updated',
  'transfer.reversed',
] as const

/** Payouts of the platform and of connected accounts; the latter have an account id. */
export const payoutEventTypes = [
  'payout.created',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'payout.reconciliation_completed',
] as const

/** On each, the current state of the account is read from the processor. */
export const accountEventTypes = [
  'v2.core.account.updated',
  'v2.core.account.closed',
  'v2.core.account[requirements].updated',
  'v2.core.account[configuration.recipient].updated',
  'v2.core.account[configuration.recipient].capability_status_updated',
] as const

/** v1 events about connected accounts, which have an account id. */
export const connectEventTypes = ['account.updated', 'account.application.deauthorized'] as const
