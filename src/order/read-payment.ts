import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { askProcessor } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { wholeList } from '../payment/whole-list.ts'

/** A payment as the processor has it now, with everything that came of it. */
export type Payment = {
  intent: Stripe.PaymentIntent
  /** The successful charge, with its seller's part expanded; absent while nothing is paid. */
  charge: Stripe.Charge | undefined
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
}

/** What a payment entitles its buyer to; with `isRevoked`, to nothing any more. */
export type PurchaseStatus = { status: 'PAID' | 'REFUNDED' | 'DISPUTED'; isRevoked: boolean }

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
  const [refunds, disputes, parts] = await Promise.all([
    refundsOf(ctx, processor, charge),
    disputesOf(ctx, processor, charge),
    sellersPart(ctx, processor, charge),
  ])
  return { intent, charge: { ...charge, ...parts }, refunds, disputes }
}

// A refund that has failed leaves no trace in the charge's own numbers, so the list is always looked at.
const refundsOf = (ctx: Ctx, processor: Processor, { id: charge, refunds }: Stripe.Charge) =>
  wholeList(ctx, processor, refunds, (stripe, page, options) => stripe.refunds.list({ charge, ...page }, options))

async function disputesOf(ctx: Ctx, processor: Processor, { id: charge, disputed }: Stripe.Charge) {
  if (!disputed) return []
  return wholeList(ctx, processor, null, (stripe, page, options) => stripe.disputes.list({ charge, ...page }, options))
}

/** The seller's part and the platform's, with everything that went back of them: an answer holds ten of each. */
async function sellersPart(ctx: Ctx, processor: Processor, { transfer, application_fee: fee }: Stripe.Charge) {
  return {
    ...(transfer && typeof transfer !== 'string' ? { transfer: await withReversals(ctx, processor, transfer) } : {}),
    ...(fee && typeof fee !== 'string' ? { application_fee: await withFeeRefunds(ctx, processor, fee) } : {}),
  }
}

async function withReversals(ctx: Ctx, processor: Processor, transfer: Stripe.Transfer): Promise<Stripe.Transfer> {
  const { id, reversals } = transfer
  const data = await wholeList(ctx, processor, reversals, (stripe, page, options) =>
    stripe.transfers.listReversals(id, page, options),
  )
  return { ...transfer, reversals: { ...reversals, data } }
}

async function withFeeRefunds(ctx: Ctx, processor: Processor, fee: Stripe.ApplicationFee) {
  const { id, refunds } = fee
  const data = await wholeList(ctx, processor, refunds, (stripe, page, options) =>
    stripe.applicationFees.listRefunds(id, page, options),
  )
  return { ...fee, refunds: { ...refunds, data } }
}

/** What the processor's numbers mean. A lost dispute or a whole refund ends it; an open dispute is only told. */
export function purchaseStatusOf({ charge, disputes }: Payment): PurchaseStatus {
  if (disputes.some(({ status }) => status === 'lost')) return { status: 'DISPUTED', isRevoked: true }
  if (charge?.refunded) return { status: 'REFUNDED', isRevoked: true }
  const isOpen = disputes.some(({ status }) => openDisputes.has(status))
  return { status: isOpen ? 'DISPUTED' : 'PAID', isRevoked: false }
}
