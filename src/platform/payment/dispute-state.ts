import type Stripe from 'stripe'

/** The states of a dispute; `disputeStateOf` explains each. */
export const disputeStates = ['INQUIRY', 'OPEN', 'APPEAL', 'LOST', 'KEPT'] as const

export type DisputeState = (typeof disputeStates)[number]

const stillOpen = /^(?:(?<kind>warning|appeal)_)?(?:needs_response|under_review)$/

/**
 * Returns whether a dispute has taken the money and not given it back. Movements are counted and
 * not summed: money returned in another currency is seldom the same amount.
 */
const isMoneyGone = ({ balance_transactions: lines }: Pick<Stripe.Dispute, 'balance_transactions'>): boolean =>
  lines.reduce((gone, { amount }) => gone - Math.sign(amount), 0) > 0

/**
 * Returns the state of a dispute. The processor's status only tells whether it is open: then it is
 * an INQUIRY before any money is taken, OPEN while the bank decides, and an APPEAL after the bank
 * has decided. Won it is KEPT. When it ended in any other way the money decides, even with an
 * unknown status: it is LOST when the money is gone, else KEPT.
 */
export function disputeStateOf(dispute: Pick<Stripe.Dispute, 'status' | 'balance_transactions'>): DisputeState {
  const open = stillOpen.exec(dispute.status)
  if (dispute.status === 'won') return 'KEPT'
  const isGone = isMoneyGone(dispute)
  if (!open) return isGone ? 'LOST' : 'KEPT'
  if (open.groups?.kind === 'appeal') return 'APPEAL'
  return open.groups?.kind === 'warning' && !isGone ? 'INQUIRY' : 'OPEN'
}

/** Returns whether a bank's decision has taken the money; it stands while it is appealed. */
export function isTaken(dispute: Pick<Stripe.Dispute, 'status' | 'balance_transactions'>): boolean {
  const state = disputeStateOf(dispute)
  return (state === 'LOST' || state === 'APPEAL') && isMoneyGone(dispute)
}

/** Returns whether a dispute is undecided, or under review again. */
export const isUndecided = ({ status }: { status: string }): boolean => stillOpen.test(status)

export const needsAnswer = ({ status }: { status: string }): boolean =>
  stillOpen.test(status) && status.endsWith('needs_response')
