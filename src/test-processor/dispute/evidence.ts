import { type Static, Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type AccountContext, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { withChanges } from '../request/metadata.ts'
import { strictObject } from '../request/read-params.ts'
import { scheduleTask } from '../schedule/schedule.ts'
import { takeCounteredFee } from './countered-fee.ts'
import { moveDispute, retrieveDispute } from './move-dispute.ts'
import { afterEvidence, canMove } from './status.ts'

const text = t.Optional(t.String({ maxLength: 20_000 }))
const file = t.Optional(t.String({ maxLength: 200 }))
const maxCharacters = 150_000

const files = {
  cancellation_policy: file,
  customer_communication: file,
  customer_signature: file,
  duplicate_charge_documentation: file,
  receipt: file,
  refund_policy: file,
  service_documentation: file,
  shipping_documentation: file,
  uncategorized_file: file,
}

/** The evidence that a payee can give: texts, and ids of uploaded files. */
export const EvidenceParams = strictObject({
  access_activity_log: text,
  billing_address: text,
  cancellation_policy_disclosure: text,
  cancellation_rebuttal: text,
  customer_email_address: text,
  customer_name: text,
  customer_purchase_ip: text,
  duplicate_charge_explanation: text,
  duplicate_charge_id: text,
  product_description: text,
  refund_policy_disclosure: text,
  refund_refusal_explanation: text,
  service_date: text,
  shipping_address: text,
  shipping_carrier: text,
  shipping_date: text,
  shipping_tracking_number: text,
  uncategorized_text: text,
  appeal: t.Optional(
    strictObject({
      card: t.Optional(strictObject({ reason_for_filing: text, supporting_files: t.Optional(t.Array(t.String())) })),
    }),
  ),
  ...files,
})
type Evidence = Static<typeof EvidenceParams>

export type DisputeChange = { evidence: Evidence; submit: boolean; metadata: Record<string, string> }

/**
 * Stores evidence and returns the dispute. As with Stripe, the test texts winning_evidence,
 * losing_evidence and escalate_inquiry_evidence determine the outcome. Throws invalid_request_error
 * when the dispute takes no evidence.
 */
export function updateDispute(
  ctx: AccountContext,
  id: string,
  { evidence, submit, metadata }: DisputeChange,
): Stripe.Dispute {
  const before = retrieveDispute(ctx, id)
  const brings = Object.keys(evidence).length > 0
  const next = afterEvidence[before.status]
  if (brings) checkEvidence(ctx, before, evidence)
  const submits = brings && submit
  const details = before.evidence_details
  const dispute = ctx.store.dispute.put({
    ...before,
    evidence: { ...before.evidence, ...emptyAsNull(evidence) },
    evidence_details: {
      ...details,
      has_evidence: details.has_evidence || brings,
      past_due: submits ? nowSec(ctx) > (details.due_by ?? 0) : details.past_due,
      submission_count: details.submission_count + (submits ? 1 : 0),
      submission_method: submits ? 'manual' : details.submission_method,
    },
    metadata: withChanges(before.metadata, metadata),
  })
  if (submits && next) {
    moveDispute(ctx, id, next)
    if (before.status === 'needs_response') takeCounteredFee(ctx, id, before.currency)
    return applyTestEvidence(ctx, id, evidence.uncategorized_text ?? '')
  }
  emit(ctx, 'charge.dispute.updated', dispute)
  return dispute
}

/** Returns the name of each field that holds a file, and the file's id. */
const filesOf = ({ appeal, ...evidence }: Evidence): [string, string][] => [
  ...Object.entries(evidence).filter(([name, value]) => Object.hasOwn(files, name) && value !== ''),
  ...(appeal?.card?.supporting_files ?? []).map((id): [string, string] => ['appeal', id]),
]

const emptyAsNull = (evidence: Evidence) =>
  Object.fromEntries(Object.entries(evidence).map(([name, value]) => [name, value === '' ? null : value]))

function checkEvidence(ctx: AccountContext, dispute: Stripe.Dispute, evidence: Evidence): void {
  if (afterEvidence[dispute.status] === undefined) {
    throw invalidRequest('This dispute is already closed, or its evidence has already been submitted.')
  }
  for (const [name, value] of filesOf(evidence)) {
    const uploaded = ctx.store.file.get(value)
    if (!uploaded) throw resourceMissing('file upload', value, `evidence[${name}]`)
    if (uploaded.purpose !== 'dispute_evidence') {
      throw invalidRequest(`File ${value} must have the purpose dispute_evidence.`, { param: `evidence[${name}]` })
    }
  }
  const characters = Object.values({ ...dispute.evidence, ...evidence }).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  )
  if (characters > maxCharacters) {
    throw invalidRequest(`The combined character count of all evidence is limited to ${maxCharacters}.`, {
      param: 'evidence',
    })
  }
}

function applyTestEvidence(ctx: AccountContext, id: string, words: string): Stripe.Dispute {
  const dispute = retrieveDispute(ctx, id)
  const decide = (to: 'won' | 'lost') =>
    scheduleTask(ctx, ctx.server.bankMs, { type: 'decide-dispute', account: ctx.account, id, to })
  if (words === 'escalate_inquiry_evidence' && canMove(dispute, 'needs_response')) {
    return moveDispute(ctx, id, 'needs_response')
  }
  if (words === 'winning_evidence') decide('won')
  if (words === 'losing_evidence') decide('lost')
  return dispute
}
