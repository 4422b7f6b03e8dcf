import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { askProcessor } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'

/** A payment as the processor has it now, with everything that came of it. */
export type Payment = {
  intent: Stripe.PaymentIntent
  /** The successful charge, with its seller's part expanded; absent while nothing is paid. */
  charge: Stripe.Charge | undefined
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}

/** What a payment is worth to its buyer. `isOver`: it entitles to nothing any more. */
export type Standing = { status: 'PAID' | 'REFUNDED' | 'DISPUTED'; isOver: boolean }

const openDisputes = new Set<string>(['needs_response', 'under_review'])

/** Asks the processor for a payment, in one request unless it has a long story. Throws UNAVAILABLE. */
export async function readPayment(ctx: Ctx, processor: Processor, id: string): Promise<Payment> {
  const expand = ['balance_transaction', 'refunds', 'transfer', 'application_fee'].map(
    (what) => `latest_charge.${what}`,
  )
  const intent = await askProcessor(ctx, processor, (stripe, options) =>
    stripe.paymentIntents.retrieve(id, { expand }, options),
  )
  const charge = intent.latest_charge
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string') {
    return { intent, charge: undefined, refunds: [], disputes: [] }
  }
  const [refunds, disputes] = await Promise.all([refundsOf(ctx, processor, charge), disputesOf(ctx, processor, charge)])
  return { intent, charge, refunds, disputes }
}

// A refund that has failed leaves no trace in the charge's own numbers, so the list is always looked at.
async function refundsOf(ctx: Ctx, processor: Processor, { id: charge, refunds }: Stripe.Charge) {
  if (refunds && !refunds.has_more) return refunds.data
  const list = await askProcessor(ctx, processor, (stripe, options) =>
    stripe.refunds.list({ charge, limit: 100 }, options),
  )
  return list.data
}

async function disputesOf(ctx: Ctx, processor: Processor, { id: charge, disputed }: Stripe.Charge) {
  if (!disputed) return []
  const list = await askProcessor(ctx, processor, (stripe, options) =>
    stripe.disputes.list({ charge, limit: 100 }, options),
  )
  return list.data
}

/** What the processor's numbers mean. A lost dispute or a whole refund ends it; an open dispute is only told. */
export function standingOf({ charge, disputes }: Payment): Standing {
  if (disputes.some(({ status }) => status === 'lost')) return { status: 'DISPUTED', isOver: true }
  if (charge?.refunded) return { status: 'REFUNDED', isOver: true }
  const isOpen = disputes.some(({ status }) => openDisputes.has(status))
  return { status: isOpen ? 'DISPUTED' : 'PAID', isOver: false }
}
