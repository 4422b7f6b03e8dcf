import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { askProcessor } from '../platform/payment/ask-processor.ts'
import { disputeStateOf, isTaken } from '../platform/payment/dispute-state.ts'
import type { Payment } from '../platform/payment/payment.ts'
import type { Processor } from '../platform/payment/processor.ts'
import { wholeList } from '../platform/payment/whole-list.ts'

/**
 * The buyer's right to the goods; with `isRevoked`, none any more. With `hasReturned` a refund came
 * back: a new one would come back again and again, so somebody has to look. With `isBarred` a
 * dispute keeps the processor from refunding anything.
 */
export type PurchaseStatus = {
  status: 'PAID' | 'REFUNDED' | 'DISPUTED'
  isRevoked: boolean
  hasReturned: boolean
  isBarred: boolean
}

export const paidInFull: PurchaseStatus = { status: 'PAID', isRevoked: false, hasReturned: false, isBarred: false }

const ofRefund = 'balance_transaction'

/** Sends one request unless the payment has a long history. Throws UNAVAILABLE. */
export async function readPayment(ctx: Ctx, processor: Processor, id: string): Promise<Payment> {
  const expand = ['latest_charge.balance_transaction', `latest_charge.refunds.data.${ofRefund}`]
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

// A failed refund leaves no trace in the charge's own numbers, so the list is always checked.
async function refundsOf(ctx: Ctx, processor: Processor, { id: charge, refunds }: Stripe.Charge) {
  const rows = await wholeList(ctx, processor, refunds, (stripe, page, options) =>
    stripe.refunds.list({ charge, expand: [`data.${ofRefund}`], ...page }, options),
  )
  return Promise.all(rows.map((refund) => withReturn(ctx, processor, refund)))
}

/** The money returned by a failed refund is a balance line of its own. */
async function withReturn(ctx: Ctx, processor: Processor, refund: Stripe.Refund): Promise<Stripe.Refund> {
  const line = refund.failure_balance_transaction
  if (typeof line !== 'string') return refund
  const returned = await askProcessor(ctx, processor, (stripe, options) =>
    stripe.balanceTransactions.retrieve(line, {}, options),
  )
  return { ...refund, failure_balance_transaction: returned }
}

async function disputesOf(ctx: Ctx, processor: Processor, { id: charge, disputed }: Stripe.Charge) {
  if (!disputed) return []
  return wholeList(ctx, processor, null, (stripe, page, options) => stripe.disputes.list({ charge, ...page }, options))
}

// A dispute's amount may differ from the charge's because of another day's exchange rate.
const leastLeft = 0.1

/**
 * Returns what the processor's numbers mean for the buyer. A full refund ends a purchase, and so do
 * lost disputes that leave less than a tenth of the payment, refunds included; an open dispute
 * changes nothing.
 */
export function purchaseStatusOf(payment: Payment): PurchaseStatus {
  const { charge, disputes, refunds } = payment
  const taken = takenBy(disputes)
  const left = charge ? charge.amount - charge.amount_refunded - taken : 0
  const hasReturned = refunds.some(({ status }) => status === 'failed' || status === 'canceled')
  const found = { hasReturned, isBarred: isBarred(payment) }
  if (taken > 0 && left < (charge?.amount ?? 0) * leastLeft) return { status: 'DISPUTED', isRevoked: true, ...found }
  if (charge?.refunded) return { status: 'REFUNDED', isRevoked: true, ...found }
  const isOpen = disputes.some((dispute) => disputeStateOf(dispute) === 'OPEN')
  return { status: isOpen ? 'DISPUTED' : 'PAID', isRevoked: false, ...found }
}

const takenBy = (disputes: readonly Stripe.Dispute[]) =>
  disputes.filter(isTaken).reduce((sum, { amount }) => sum + amount, 0)

/** Returns what neither refunds nor lost disputes have taken of a payment, in its currency. */
export const leftOf = ({ intent, charge, disputes }: Payment): number =>
  Math.max(0, intent.amount_received - (charge?.amount_refunded ?? 0) - takenBy(disputes))

/**
 * Returns whether the processor refunds nothing of a payment because of a dispute. It does once a
 * dispute left the money, whatever its flag still says.
 */
export const isBarred = ({ disputes }: Payment): boolean =>
  disputes.some((each) => !each.is_charge_refundable && disputeStateOf(each) !== 'KEPT')
