import type Stripe from 'stripe'

/** Every status of a dispute that the pinned SDK knows. */
export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'appeal_needs_response'
  | 'appeal_under_review'
  | 'prevented'

/**
 * Allowed transitions. An inquiry (`warning_…`) withdraws no money until it is escalated; a lost
 * dispute can be appealed.
 */
const transitions: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: [],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost'],
  won: [],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'won', 'lost'],
  appeal_under_review: ['won', 'lost'],
  prevented: [],
}

export const afterEvidence: Readonly<Partial<Record<string, DisputeStatus>>> = {
  warning_needs_response: 'warning_under_review',
  needs_response: 'under_review',
  appeal_needs_response: 'appeal_under_review',
}

const isStatus = (text: string): text is DisputeStatus => Object.hasOwn(transitions, text)

export const canMove = (dispute: Stripe.Dispute, to: DisputeStatus): boolean =>
  isStatus(dispute.status) && transitions[dispute.status].includes(to)

/** Tells whether a dispute of that status has ended, unless a lost one is appealed. */
export const isClosed = (status: string): boolean => /^(?:won|lost|warning_closed|prevented)$/.test(status)
