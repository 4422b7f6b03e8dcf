import type Stripe from 'stripe'
import { type Account, type Posting, post } from '../../books/ledger/post.ts'
import { recordVat } from '../../books/vat/vat-lines.ts'
import type { Ctx } from '../../context.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Order } from '../order.ts'
import { dividedPosting, payeesOf } from '../payees.ts'
import { expectedExchange } from './expected-exchange.ts'
import { postVat } from './kept-vat.ts'
import { type Movement, movementOf, settlementOf } from './movement.ts'
import { postPlatformFee } from './platform-fee.ts'

const buyers: Account = { kind: 'BUYERS' }
const refunded: Account = { kind: 'REFUNDS' }

/**
 * Posts every movement of a payment: each object of the processor is one posting under its own id,
 * so that nothing is posted twice in whatever order it becomes known. Called in the transaction
 * that grants.
 */
export function postPayment(ctx: Ctx, order: Order, payment: Payment): void {
  const payees = payeesOf(ctx, order)
  const { account } = payees[0]
  const lines = [...paymentLines(order, account, payment), ...expectedExchange(ctx, order, account, payment)]
  for (const line of lines) post(ctx, dividedPosting(ctx, payees, line))
  recordVat(ctx, order, datesOf(payment))
  postVat(ctx, order, payees, payment)
  postPlatformFee(ctx, order, payees, payment)
}

/**
 * Returns every movement of a payment, without the platform's fee. All income goes to the sellers,
 * and all costs are theirs: one holder here, even where the ledger has several.
 */
export function paymentLines(order: Order, holder: Account, { charge, refunds, disputes }: Payment): Posting[] {
  if (!charge) return []
  const lines = [
    ...ofCharge(charge, holder),
    ...refunds.flatMap((refund) => ofRefund(refund, holder)),
    ...disputes.flatMap((dispute) => ofDispute(dispute, holder)),
  ]
  return lines.map((line) => ({ ...line, orderId: order.id }))
}

const ofCharge = (charge: Stripe.Charge, holder: Account): Movement[] => [
  movementOf('SALE', charge.id, charge, buyers, holder),
  ...settlementOf(charge.balance_transaction, charge, holder),
]

function ofRefund(refund: Stripe.Refund, holder: Account): Movement[] {
  const { id, currency, amount, status } = refund
  if (status === 'requires_action') return []
  const taken = { currency, amount: -amount }
  const lines = [
    movementOf('REFUND', id, taken, refunded, holder),
    ...settlementOf(refund.balance_transaction, taken, holder),
  ]
  if (status !== 'failed' && status !== 'canceled') return lines
  const back = { currency, amount }
  const returned = settlementOf(refund.failure_balance_transaction, back, holder)
  return [...lines, movementOf('REFUND_FAILURE', id, back, refunded, holder), ...returned]
}

/**
 * A dispute takes the money away with a fee, and winning it brings the money back: one line of the
 * balance each.
 */
function ofDispute({ amount, currency, balance_transactions: lines }: Stripe.Dispute, holder: Account): Movement[] {
  return lines.flatMap((line) => {
    const moved =
      line.currency === currency
        ? { currency, amount: line.amount }
        : { currency, amount: line.amount < 0 ? -amount : amount }
    return [movementOf('DISPUTE', line.id, moved, buyers, holder), ...settlementOf(line, moved, holder)]
  })
}

/** Returns when each movement of a payment happened at the processor, by its posting's key. */
function datesOf({ charge, refunds, disputes }: Payment): ReadonlyMap<string, number> {
  const dates: [string, number][] = charge ? [[`SALE ${charge.id}`, charge.created]] : []
  for (const { id, created, failure_balance_transaction: returned } of refunds) {
    dates.push([`REFUND ${id}`, created])
    if (returned && typeof returned !== 'string') dates.push([`REFUND_FAILURE ${id}`, returned.created])
  }
  for (const { id, created } of disputes.flatMap(({ balance_transactions: lines }) => lines)) {
    dates.push([`DISPUTE ${id}`, created])
  }
  return new Map(dates.map(([key, seconds]) => [key, seconds * 1_000]))
}
