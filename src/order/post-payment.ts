import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { type Account, type Posting, post } from '../ledger/post.ts'
import { type Movement, move, settled } from './movement.ts'
import type { Order } from './order.ts'
import { type Payee, payeesOf } from './payees.ts'
import { postPlatformFee } from './platform-fee.ts'
import type { Payment } from './read-payment.ts'

type Payees = readonly Payee[]

const buyers: Account = { kind: 'BUYERS' }
const refunded: Account = { kind: 'REFUNDS' }

/**
 * Writes every movement of a payment into the ledger: each thing of the processor's is one posting under its own id, so
 * that nothing is written twice in whatever order it becomes known. Called in the transaction that grants.
 */
export function postPayment(ctx: Ctx, order: Order, payment: Payment): void {
  const payees = payeesOf(ctx, order)
  for (const line of paymentLines(order, payees, payment)) post(ctx, line)
  postPlatformFee(ctx, order, payees, payment)
}

/**
 * Returns everything that a payment has moved, as the ledger writes it, without what the platform keeps. All of it comes to
 * the payees, and everything that it costs is theirs.
 */
export function paymentLines(order: Order, payees: Payees, { charge, refunds, disputes }: Payment): Posting[] {
  if (!charge) return []
  const lines = [
    ...ofCharge(charge, payees),
    ...refunds.flatMap((refund) => ofRefund(refund, payees)),
    ...disputes.flatMap((dispute) => ofDispute(dispute, payees)),
  ]
  return lines.map((line) => ({ ...line, orderId: order.id }))
}

const ofCharge = (charge: Stripe.Charge, payees: Payees): Movement[] => [
  move('SALE', charge.id, charge, buyers, payees),
  ...settled(charge.balance_transaction, charge, payees),
]

function ofRefund(refund: Stripe.Refund, payees: Payees): Movement[] {
  const { id, currency, amount, status } = refund
  if (status === 'requires_action') return []
  const taken = { currency, amount: -amount }
  const lines = [move('REFUND', id, taken, refunded, payees), ...settled(refund.balance_transaction, taken, payees)]
  if (status !== 'failed' && status !== 'canceled') return lines
  const back = { currency, amount }
  const returned = settled(refund.failure_balance_transaction, back, payees)
  return [...lines, move('REFUND_FAILURE', id, back, refunded, payees), ...returned]
}

/** A dispute takes the money away with a fee, and winning it brings the money back: one line of the balance each. */
function ofDispute({ amount, currency, balance_transactions: lines }: Stripe.Dispute, payees: Payees): Movement[] {
  return lines.flatMap((line) => {
    const moved =
      line.currency === currency
        ? { currency, amount: line.amount }
        : { currency, amount: line.amount < 0 ? -amount : amount }
    return [move('DISPUTE', line.id, moved, buyers, payees), ...settled(line, moved, payees)]
  })
}
