/** The platform's events that say something of a payment. Each makes us ask for the payment as it stands now. */
export const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.updated',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const

/** Events of payouts, the platform's own or, with the account's id beside them, those of connected accounts. */
export const payoutEventTypes = ['payout.created', 'payout.paid', 'payout.failed', 'payout.canceled'] as const

/** Thin events that say something of a connected account. Each makes us ask for the account as it stands now. */
export const accountEventTypes = [
  'v2.core.account.updated',
  'v2.core.account.closed',
  'v2.core.account[requirements].updated',
  'v2.core.account[configuration.recipient].updated',
  'v2.core.account[configuration.recipient].capability_status_updated',
] as const

/** The same that come in the older way, with the account's id beside what they tell. */
export const connectEventTypes = ['account.updated', 'account.application.deauthorized'] as const
