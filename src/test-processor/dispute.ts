import type Stripe from 'stripe'
import { asOfNow, post } from './balance.ts'
import { chargeOf } from './charge.ts'
import { emit } from './event.ts'
import { invalidRequest, noSuch } from './fault.ts'
import { behaviourOf } from './payment-method.ts'
import { type Desk, later, newId, nowSec } from './till.ts'

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

/** Where a dispute may go from each state. An inquiry (`warning_…`) takes no money until it is escalated. */
const moves: Readonly<Record<Status, readonly Status[]>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: [],
  lost: [],
}

const isStatus = (text: string): text is Status => Object.hasOwn(moves, text)

/** Whether a dispute may go there from where it is. */
export const mayMove = (dispute: Stripe.Dispute, to: Status): boolean =>
  isStatus(dispute.status) && moves[dispute.status].includes(to)

/** A dispute of this account as it stands now. Throws resource_missing. */
export function disputeOf(desk: Desk, id: string): Stripe.Dispute {
  const dispute = desk.book.dispute.get(id)
  if (!dispute) throw noSuch('dispute', id)
  return { ...dispute, balance_transactions: dispute.balance_transactions.map((line) => asOfNow(desk, line)) }
}

/** The holder of the card disputes a charge, in the way that the test card stands for. */
export function openDispute(desk: Desk, chargeId: string): void {
  const before = chargeOf(desk, chargeId)
  const kind = behaviourOf(desk, before.payment_method ?? '').dispute
  if (kind === undefined || before.disputed || before.refunded) return
  const charge = desk.book.charge.put({ ...before, disputed: true })
  const isInquiry = kind === 'inquiry'
  const dispute = desk.book.dispute.put(newDispute(desk, charge, isInquiry ? 'fraudulent' : kind, isInquiry))
  emit(desk, 'charge.dispute.created', dispute)
  if (!isInquiry) withdraw(desk, dispute)
}

function withdraw(desk: Desk, dispute: Stripe.Dispute): Stripe.Dispute {
  const { id, amount, currency } = dispute
  const fee = { amount: feeMinor, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }
  const line = post(desk, {
    type: 'adjustment',
    category: 'dispute',
    source: id,
    currency,
    amount: -amount,
    fees: [fee],
    description: `Chargeback withdrawal for ${dispute.charge}`,
  })
  const row = { ...dispute, balance_transactions: [...dispute.balance_transactions, line], is_charge_refundable: false }
  const taken = desk.book.dispute.put(row)
  emit(desk, 'charge.dispute.funds_withdrawn', taken)
  return taken
}

/** Takes the seller's evidence. Stripe's magic words decide: winning_, losing_, escalate_inquiry_evidence. */
export function submitEvidence(
  desk: Desk,
  id: string,
  evidence: Record<string, string>,
  isFinal: boolean,
  metadata: Record<string, string>,
): Stripe.Dispute {
  const before = disputeOf(desk, id)
  const isOpen = mayMove(before, 'under_review') || mayMove(before, 'warning_under_review')
  const brings = Object.keys(evidence).length > 0
  if (!isOpen && brings)
    throw invalidRequest('This dispute is already closed, or its evidence has already been submitted.')
  const submits = brings && isFinal
  const isInquiry = before.status.startsWith('warning')
  const status = submits ? (isInquiry ? 'warning_under_review' : 'under_review') : before.status
  const details = before.evidence_details
  const dispute = desk.book.dispute.put({
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
  emit(desk, 'charge.dispute.updated', dispute)
  return submits ? judge(desk, dispute, evidence.uncategorized_text ?? '') : dispute
}

function judge(desk: Desk, dispute: Stripe.Dispute, words: string): Stripe.Dispute {
  const decide = (to: 'won' | 'lost') =>
    later(desk, desk.till.bankMs, { do: 'decide-dispute', account: desk.account, id: dispute.id, to })
  if (words === 'escalate_inquiry_evidence' && mayMove(dispute, 'needs_response')) {
    const escalated = desk.book.dispute.put({ ...dispute, status: 'needs_response' })
    emit(desk, 'charge.dispute.updated', escalated)
    return withdraw(desk, escalated)
  }
  if (words === 'winning_evidence') decide('won')
  if (words === 'losing_evidence') decide('lost')
  return dispute
}

/** The bank's word. A won dispute brings the money back, but not its fee; an inquiry is only closed. */
export function decideDispute(desk: Desk, id: string, to: 'won' | 'lost'): void {
  const before = disputeOf(desk, id)
  const goesTo = before.status.startsWith('warning') ? 'warning_closed' : to
  if (!mayMove(before, goesTo)) return
  const dispute = desk.book.dispute.put({ ...before, status: goesTo })
  if (goesTo === 'won') reinstate(desk, dispute)
  emit(desk, 'charge.dispute.closed', disputeOf(desk, id))
}

/** The seller gives in: the dispute is lost, an inquiry closed. */
export function closeDispute(desk: Desk, id: string): Stripe.Dispute {
  const before = disputeOf(desk, id)
  if (!mayMove(before, 'lost') && !mayMove(before, 'warning_closed')) {
    throw invalidRequest('This dispute is already closed.', { code: 'dispute_already_closed' })
  }
  decideDispute(desk, id, 'lost')
  return disputeOf(desk, id)
}

function reinstate(desk: Desk, dispute: Stripe.Dispute): void {
  const line = post(desk, {
    type: 'adjustment',
    category: 'dispute_reversal',
    source: dispute.id,
    currency: dispute.currency,
    amount: dispute.amount,
    description: `Chargeback reversal for ${dispute.charge}`,
  })
  const back = desk.book.dispute.put({ ...dispute, balance_transactions: [...dispute.balance_transactions, line] })
  emit(desk, 'charge.dispute.funds_reinstated', back)
}

/** The issuer tells of fraud before anybody disputes. */
export function warnOfFraud(desk: Desk, chargeId: string): void {
  const charge = chargeOf(desk, chargeId)
  const warning = desk.book.early_fraud_warning.put({
    id: newId(desk, 'issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.refunded,
    charge: charge.id,
    created: nowSec(desk),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    ...(typeof charge.payment_intent === 'string' ? { payment_intent: charge.payment_intent } : {}),
  })
  emit(desk, 'radar.early_fraud_warning.created', warning)
}

function newDispute(desk: Desk, charge: Stripe.Charge, reason: string, isInquiry: boolean): Stripe.Dispute {
  return {
    id: newId(desk, 'du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: nowSec(desk),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: nowSec(desk) + answerWithinSec,
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
