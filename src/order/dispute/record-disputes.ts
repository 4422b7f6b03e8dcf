import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import { feesJob } from '../../platform/job/job-kinds.ts'
import { disputeStateOf, needsAnswer } from '../../platform/payment/dispute-state.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Order } from '../order.ts'
import type { PurchaseStatus } from '../read-payment.ts'
import { sendDisputeMails } from './dispute-emails.ts'

/** Stores the state of disputes, and tells changes. Called in the transaction that grants. */
export function recordDisputes(ctx: Ctx, order: Order, payment: Payment, { isRevoked }: PurchaseStatus): void {
  for (const dispute of payment.disputes) {
    const known = recorded(ctx, dispute)
    const values = valuesOf(dispute)
    const hasEnded = values.state === 'LOST' || values.state === 'KEPT'
    const isAnswered = values.answers > (known?.answers ?? 0)
    const answeredAt = isAnswered ? (toldAnswer(dispute) ?? ctx.now()) : (known?.answeredAt ?? null)
    const endedAt = hasEnded ? (givenBack(dispute) ?? known?.endedAt ?? ctx.now()) : null
    const set = { ...values, answeredAt, endedAt }
    const row = known ?? {
      id: ctx.uuid(),
      processorId: dispute.id,
      orderId: order.id,
      artistId: artistOf(ctx, order.cassetId).id,
    }
    const kept = ctx.db
      .insert(disputes)
      .values({ ...row, ...set })
      .onConflictDoUpdate({ target: disputes.id, set })
      .returning()
      .get()
    if (known?.state !== kept.state) {
      sendDisputeMails(ctx, order, { dispute: kept, before: known?.state, keeps: !isRevoked })
      // Winning returns the fee for answering.
      if (kept.answers > 0) ctx.jobs.add(feesJob, {}, { key: `${kept.id} ${kept.state}` })
    }
  }
}

/** When evidence was sent, which we store at the processor with the evidence. */
const toldAnswer = ({ metadata }: Stripe.Dispute): number | undefined => Number(metadata.answeredAt) || undefined

/** When the money of a dispute came back, by the processor's clock. */
const givenBack = ({ balance_transactions: lines }: Stripe.Dispute): number | undefined => {
  const last = lines.at(-1)
  return last && last.amount > 0 ? last.created * 1_000 : undefined
}

const recorded = ({ db }: Ctx, { id }: Stripe.Dispute) =>
  db.select().from(disputes).where(eq(disputes.processorId, id)).get()

/** Returns the disputes whose stored state is out of date: the state here, and there. */
export function unrecordedDisputes(ctx: Ctx, payment: Pick<Payment, 'disputes'>) {
  return payment.disputes.flatMap((dispute) => {
    const known = recorded(ctx, dispute)
    const { state, needsAnswer, dueAt, answers } = valuesOf(dispute)
    const isKnown = known?.state === state && known.needsAnswer === needsAnswer
    return isKnown && known.dueAt === dueAt && known.answers === answers
      ? []
      : [{ id: dispute.id, here: known?.state, there: state }]
  })
}

function valuesOf(dispute: Stripe.Dispute) {
  const { reason, amount, currency, created, evidence_details: details } = dispute
  return {
    state: disputeStateOf(dispute),
    reason,
    amountMinor: amount,
    currency,
    // A deadline of 0: the bank takes no answer.
    needsAnswer: needsAnswer(dispute) && details.due_by !== 0,
    dueAt: details.due_by ? details.due_by * 1_000 : null,
    answers: details.submission_count,
    openedAt: created * 1_000,
  }
}
