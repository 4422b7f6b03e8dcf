import type Stripe from 'stripe'
import { invalidRequest, resourceMissing } from './api-error.ts'
import { addBalanceTransaction, settlementCurrency, withCurrentStatus } from './balance.ts'
import { retrieveCharge } from './charge.ts'
import { type AccountContext, newId, nowSec } from './context.ts'
import { emit } from './event.ts'
import { cardBehaviour } from './payment-method.ts'
import { scheduleTask } from './schedule.ts'

const feeMinor = 1_500
const answerWithinSec = 21 * 86_400

type Status =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'

/** Allowed transitions of the status. An inquiry (`warning_…`) withdraws no money until it is escalated. */
const transitions: Readonly<Record<Status, readonly Status[]>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: [],
  lost: [],
}

const isStatus = (text: string): text is Status => Object.hasOwn(transitions, text)

/** Tells whether a dispute may change to that status. */
export const canMove = (dispute: Stripe.Dispute, to: Status): boolean =>
  isStatus(dispute.status) && transitions[dispute.status].includes(to)

/** Returns a dispute of this account, its balance transactions up to date. Throws resource_missing. */
export function retrieveDispute(ctx: AccountContext, id: string): Stripe.Dispute {
  const dispute = ctx.store.dispute.get(id)
  if (!dispute) throw resourceMissing('dispute', id)
  return {
    ...dispute,
    balance_transactions: dispute.balance_transactions.map((transaction) => withCurrentStatus(ctx, transaction)),
  }
}

/**
 * Opens a dispute or inquiry for a charge, as its test card determines. Does nothing for a refunded or disputed charge.
 */
export function openDispute(ctx: AccountContext, chargeId: string): void {
  const before = retrieveCharge(ctx, chargeId)
  const kind = cardBehaviour(ctx, before.payment_method ?? '').dispute
  if (kind === undefined || before.disputed || before.refunded) return
  const charge = ctx.store.charge.put({ ...before, disputed: true })
  const isInquiry = kind === 'inquiry'
  const dispute = ctx.store.dispute.put(newDispute(ctx, charge, isInquiry ? 'fraudulent' : kind, isInquiry))
  emit(ctx, 'charge.dispute.created', dispute)
  if (!isInquiry) withdrawFunds(ctx, dispute)
}

function withdrawFunds(ctx: AccountContext, dispute: Stripe.Dispute): Stripe.Dispute {
  const { id, amount, currency } = dispute
  const fee = {
    amount: feeMinor,
    application: null,
    currency: settlementCurrency(ctx, currency),
    description: 'Dispute fee',
    type: 'stripe_fee',
  }
  const transaction = addBalanceTransaction(ctx, {
    type: 'adjustment',
    category: 'dispute',
    source: id,
    currency,
    amount: -amount,
    fees: [fee],
    description: `Chargeback withdrawal for ${dispute.charge}`,
  })
  const row = {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, transaction],
    is_charge_refundable: false,
  }
  const taken = ctx.store.dispute.put(row)
  emit(ctx, 'charge.dispute.funds_withdrawn', taken)
  return taken
}

/**
 * Stores evidence and returns the dispute. As with Stripe, the test texts winning_evidence, losing_evidence and
 * escalate_inquiry_evidence determine the outcome. Throws invalid_request_error when the dispute is closed.
 */
export function submitEvidence(
  ctx: AccountContext,
  id: string,
  evidence: Record<string, string>,
  isFinal: boolean,
  metadata: Record<string, string>,
): Stripe.Dispute {
  const before = retrieveDispute(ctx, id)
  const isOpen = canMove(before, 'under_review') || canMove(before, 'warning_under_review')
  const brings = Object.keys(evidence).length > 0
  if (!isOpen && brings)
    throw invalidRequest('This dispute is already closed, or its evidence has already been submitted.')
  const submits = brings && isFinal
  const isInquiry = before.status.startsWith('warning')
  const status = submits ? (isInquiry ? 'warning_under_review' : 'under_review') : before.status
  const details = before.evidence_details
  const dispute = ctx.store.dispute.put({
    ...before,
    evidence: { ...before.evidence, ...evidence },
    evidence_details: {
      ...details,
      has_evidence: details.has_evidence || brings,
      submission_count: details.submission_count + (submits ? 1 : 0),
      submission_method: submits ? 'manual' : details.submission_method,
    },
    metadata: { ...before.metadata, ...metadata },
    status,
  })
  emit(ctx, 'charge.dispute.updated', dispute)
  return submits ? applyTestEvidence(ctx, dispute, evidence.uncategorized_text ?? '') : dispute
}

function applyTestEvidence(ctx: AccountContext, dispute: Stripe.Dispute, words: string): Stripe.Dispute {
  const decide = (to: 'won' | 'lost') =>
    scheduleTask(ctx, ctx.server.bankMs, { type: 'decide-dispute', account: ctx.account, id: dispute.id, to })
  if (words === 'escalate_inquiry_evidence' && canMove(dispute, 'needs_response')) {
    const escalated = ctx.store.dispute.put({ ...dispute, status: 'needs_response' })
    emit(ctx, 'charge.dispute.updated', escalated)
    return withdrawFunds(ctx, escalated)
  }
  if (words === 'winning_evidence') decide('won')
  if (words === 'losing_evidence') decide('lost')
  return dispute
}

/** Closes a dispute. A won one returns the money, but not the fee; an inquiry is only closed. */
export function decideDispute(ctx: AccountContext, id: string, to: 'won' | 'lost'): void {
  const before = retrieveDispute(ctx, id)
  const goesTo = before.status.startsWith('warning') ? 'warning_closed' : to
  if (!canMove(before, goesTo)) return
  const dispute = ctx.store.dispute.put({ ...before, status: goesTo })
  if (goesTo === 'won') reinstateFunds(ctx, dispute)
  emit(ctx, 'charge.dispute.closed', retrieveDispute(ctx, id))
}

/** Accepts a dispute, which is then lost, or closes an inquiry. Returns it. Throws dispute_already_closed. */
export function closeDispute(ctx: AccountContext, id: string): Stripe.Dispute {
  const before = retrieveDispute(ctx, id)
  if (!canMove(before, 'lost') && !canMove(before, 'warning_closed')) {
    throw invalidRequest('This dispute is already closed.', { code: 'dispute_already_closed' })
  }
  decideDispute(ctx, id, 'lost')
  return retrieveDispute(ctx, id)
}

function reinstateFunds(ctx: AccountContext, dispute: Stripe.Dispute): void {
  const transaction = addBalanceTransaction(ctx, {
    type: 'adjustment',
    category: 'dispute_reversal',
    source: dispute.id,
    currency: dispute.currency,
    amount: dispute.amount,
    description: `Chargeback reversal for ${dispute.charge}`,
  })
  const back = ctx.store.dispute.put({
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, transaction],
  })
  emit(ctx, 'charge.dispute.funds_reinstated', back)
}

/** Creates an early fraud warning for a charge. */
export function createFraudWarning(ctx: AccountContext, chargeId: string): void {
  const charge = retrieveCharge(ctx, chargeId)
  const warning = ctx.store.early_fraud_warning.put({
    id: newId(ctx, 'issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded,
    charge: charge.id,
    created: nowSec(ctx),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' ? { payment_intent: charge.payment_intent } : {}),
  })
  emit(ctx, 'radar.early_fraud_warning.created', warning)
}

function newDispute(ctx: AccountContext, charge: Stripe.Charge, reason: string, isInquiry: boolean): Stripe.Dispute {
  return {
    id: newId(ctx, 'du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: nowSec(ctx),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: nowSec(ctx) + answerWithinSec,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
