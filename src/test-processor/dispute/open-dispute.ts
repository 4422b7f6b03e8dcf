import type Stripe from 'stripe'
import { retrieveCharge } from '../charge/charge.ts'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { cardBehaviour } from '../customer/payment-method.ts'
import { emit } from '../event/event.ts'
import { invalidRequest } from '../request/api-error.ts'
import { withdrawFunds } from './funds.ts'
import { noEvidence } from './no-evidence.ts'

/** How long the payee may answer a dispute or an appeal. */
export const answerWithinSec = 21 * 86_400

export type NewDispute = {
  /** In the currency of the charge; what has not been refunded when absent. */
  amount?: number
  /** `fraudulent` when absent. */
  reason?: string
  /**
   * `dispute` takes the money, `inquiry` does not yet, `prevented` takes it at once without a fee
   * and ends there.
   */
  kind?: 'dispute' | 'inquiry' | 'prevented'
}

/** Does nothing for a refunded or disputed charge. */
export function openCardDispute(ctx: AccountContext, chargeId: string): void {
  const charge = retrieveCharge(ctx, chargeId)
  const reason = cardBehaviour(ctx, charge.payment_method ?? '').dispute
  if (reason === undefined || charge.disputed || charge.refunded) return
  if (reason === 'inquiry') openDispute(ctx, chargeId, { kind: 'inquiry' })
  else openDispute(ctx, chargeId, { reason })
}

/** A refunded charge may be disputed. Throws for a failed or disputed one. */
export function openDispute(ctx: AccountContext, chargeId: string, params: NewDispute): Stripe.Dispute {
  const before = retrieveCharge(ctx, chargeId)
  if (!before.paid || before.disputed) throw invalidRequest(`Charge ${chargeId} cannot be disputed.`)
  const charge = ctx.store.charge.put({ ...before, disputed: true })
  const { kind = 'dispute' } = params
  const dispute = ctx.store.dispute.put(newDispute(ctx, charge, params))
  emit(ctx, 'charge.dispute.created', dispute)
  if (kind === 'inquiry') return dispute
  return withdrawFunds(ctx, dispute, { hasFee: kind === 'dispute' })
}

const firstStatus = { dispute: 'needs_response', inquiry: 'warning_needs_response', prevented: 'prevented' } as const

function newDispute(
  ctx: AccountContext,
  charge: Stripe.Charge,
  { amount, reason = 'fraudulent', kind = 'dispute' }: NewDispute,
): Stripe.Dispute {
  const remaining = charge.amount - charge.amount_refunded
  return {
    id: newId(ctx, 'du'),
    object: 'dispute',
    amount: amount ?? (remaining > 0 ? remaining : charge.amount),
    balance_transactions: [],
    charge: charge.id,
    created: nowSec(ctx),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: kind === 'prevented' ? 0 : nowSec(ctx) + answerWithinSec,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: 'visa',
        case_type: kind === 'inquiry' ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: firstStatus[kind],
  }
}
