import type Stripe from 'stripe'
import { artistOf } from '../casset/artist-of.ts'
import type { Ctx } from '../context.ts'
import { type Account, type Posting, post } from '../ledger/post.ts'
import type { Order } from './order.ts'
import type { Payment } from './read-payment.ts'

const buyers: Account = { kind: 'BUYERS' }
const refunded: Account = { kind: 'REFUNDS' }
const platform: Account = { kind: 'PLATFORM' }
const processorFees: Account = { kind: 'PROCESSOR_FEES' }

type Line = Omit<Posting, 'orderId'>
type Sides = { artist: Account; bearer: Account }

/**
 * Writes every movement of a payment into the ledger: each thing of the processor's is one posting under its own id, so
 * that nothing is written twice in whatever order it becomes known. Called in the transaction that grants.
 */
export function postPayment(ctx: Ctx, order: Order, payment: Payment): void {
  for (const line of paymentLines(ctx, order, payment)) post(ctx, line)
}

/** Everything that a payment has moved, as the ledger writes it. */
export function paymentLines(ctx: Ctx, order: Order, { charge, refunds, disputes }: Payment): Posting[] {
  if (!charge) return []
  const artist: Account = { kind: 'ARTIST', artistId: artistOf(ctx, order.cassetId).id }
  // Card money lands on the platform's balance. Who sells through the platform itself gets it, and bears what it costs.
  const sides = { artist, bearer: order.sellerAccountId === null ? artist : platform }
  const lines = [
    ...ofCharge(charge, sides),
    ...ofTransfer(charge, sides),
    ...refunds.flatMap((refund) => ofRefund(refund, sides)),
    ...disputes.flatMap((dispute) => ofDispute(dispute, sides)),
  ]
  return lines.map((line) => ({ ...line, orderId: order.id }))
}

const move = (
  kind: Posting['kind'],
  of: { id: string; currency: string; amount: number },
  from: Account,
  to: Account,
) => ({
  uniqueKey: `${kind} ${of.id}`,
  kind,
  currency: of.currency,
  entries: [
    [from, -of.amount],
    [to, of.amount],
  ] as const,
})

function ofCharge(charge: Stripe.Charge, { bearer }: Sides): Line[] {
  const line = charge.balance_transaction
  const sale = move('SALE', charge, buyers, bearer)
  // With some cards the fee becomes known only later, with charge.updated.
  if (line === null || typeof line === 'string') return [sale]
  return [sale, move('PROCESSOR_FEE', { ...line, amount: line.fee }, bearer, processorFees)]
}

function ofTransfer({ transfer, application_fee: fee }: Stripe.Charge, { artist }: Sides): Line[] {
  if (!transfer || typeof transfer === 'string') return []
  const lines: Line[] = [
    move('TRANSFER', transfer, platform, artist),
    ...transfer.reversals.data.map((reversal) => move('TRANSFER_REVERSAL', reversal, artist, platform)),
  ]
  if (!fee || typeof fee === 'string') return lines
  const back = fee.refunds.data.map((refund) => move('PLATFORM_FEE_REFUND', refund, platform, artist))
  return [...lines, move('PLATFORM_FEE', fee, artist, platform), ...back]
}

function ofRefund(refund: Stripe.Refund, { bearer }: Sides): Line[] {
  const isReturned = refund.status === 'failed' || refund.status === 'canceled'
  if (refund.status === 'requires_action') return []
  const line = move('REFUND', refund, bearer, refunded)
  return isReturned ? [line, move('REFUND_FAILURE', refund, refunded, bearer)] : [line]
}

/** A dispute takes the money away with a fee, and winning it brings the money back: one line of the balance each. */
function ofDispute({ balance_transactions: lines }: Stripe.Dispute, { bearer }: Sides): Line[] {
  return lines.map(({ id, currency, amount, fee, net }) => ({
    uniqueKey: `DISPUTE ${id}`,
    kind: 'DISPUTE',
    currency,
    entries: [
      [buyers, -amount],
      [processorFees, fee],
      [bearer, net],
    ],
  }))
}
