import type Stripe from 'stripe'
import { withCurrentStatus } from '../balance/balance.ts'
import { retrieveCharge } from '../charge/charge.ts'
import { type AccountContext, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { returnCounteredFee } from './countered-fee.ts'
import { reinstateFunds, withdrawFunds } from './funds.ts'
import { answerWithinSec } from './open-dispute.ts'
import { canMove, type DisputeStatus, isClosed } from './status.ts'

/** Throws resource_missing. */
export function retrieveDispute(ctx: AccountContext, id: string): Stripe.Dispute {
  const dispute = ctx.store.dispute.get(id)
  if (!dispute) throw resourceMissing('dispute', id)
  return {
    ...dispute,
    balance_transactions: dispute.balance_transactions.map((transaction) => withCurrentStatus(ctx, transaction)),
  }
}

/** Throws when the transition is not allowed. */
export function moveDispute(ctx: AccountContext, id: string, to: DisputeStatus): Stripe.Dispute {
  const before = retrieveDispute(ctx, id)
  if (!canMove(before, to)) throw invalidRequest(`A dispute cannot go from ${before.status} to ${to}.`)
  const moved = ctx.store.dispute.put({ ...before, status: to, evidence_details: detailsFor(ctx, before, to) })
  if (to === 'won') {
    reinstateFunds(ctx, moved)
    returnCounteredFee(ctx, id)
  }
  emit(ctx, isClosed(to) ? 'charge.dispute.closed' : 'charge.dispute.updated', retrieveDispute(ctx, id))
  if (to === 'needs_response') escalate(ctx, moved)
  return retrieveDispute(ctx, id)
}

/** An inquiry is only closed. Does nothing when the dispute has ended. */
export function decideDispute(ctx: AccountContext, id: string, to: 'won' | 'lost'): void {
  const dispute = retrieveDispute(ctx, id)
  const end = dispute.status.startsWith('warning') ? 'warning_closed' : to
  if (canMove(dispute, end)) moveDispute(ctx, id, end)
}

/** An inquiry is closed, not lost. Throws dispute_already_closed. */
export function closeDispute(ctx: AccountContext, id: string): Stripe.Dispute {
  const dispute = retrieveDispute(ctx, id)
  if (!canMove(dispute, 'lost') && !canMove(dispute, 'warning_closed')) {
    throw invalidRequest('This dispute is already closed.', { code: 'dispute_already_closed' })
  }
  decideDispute(ctx, id, 'lost')
  return retrieveDispute(ctx, id)
}

/** An inquiry that becomes a dispute is about what has not been refunded meanwhile, if anything. */
function escalate(ctx: AccountContext, dispute: Stripe.Dispute): void {
  const charge = retrieveCharge(ctx, typeof dispute.charge === 'string' ? dispute.charge : dispute.charge.id)
  const amount = Math.min(dispute.amount, charge.amount - charge.amount_refunded)
  if (amount > 0) withdrawFunds(ctx, { ...dispute, amount }, { hasFee: true })
}

function detailsFor(ctx: AccountContext, { evidence_details: details }: Stripe.Dispute, to: DisputeStatus) {
  return to.endsWith('needs_response') ? { ...details, due_by: nowSec(ctx) + answerWithinSec } : details
}
