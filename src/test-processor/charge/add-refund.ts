import type Stripe from 'stripe'
import { addBalanceTransaction, type NewBalanceTransaction } from '../balance/balance.ts'
import { type AccountContext, nowSec } from '../context.ts'

export type NewRefund = Pick<NewBalanceTransaction, 'type' | 'description' | 'settleMs'> & {
  id: string
  amount: number
  /** Whether the balance gives the money only later. */
  waits?: boolean
}

/** Takes a refund from the balance, counts it on the charge, and returns it. */
export function addRefund(
  ctx: AccountContext,
  charge: Stripe.Charge,
  { id, amount, waits = false, ...transaction }: NewRefund,
  about: Partial<Stripe.Refund>,
): Stripe.Refund {
  const { currency } = charge
  const line = { ...transaction, category: 'refund', source: id, currency, amount: -amount }
  const balance_transaction = waits ? null : addBalanceTransaction(ctx, line).id
  addRefundedAmount(ctx, charge, amount)
  return ctx.store.refund.put({
    id,
    object: 'refund',
    amount,
    balance_transaction,
    charge: charge.id,
    created: nowSec(ctx),
    currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...about,
  })
}

/** Adds to what is refunded of a charge, or takes from it what a refund brought back. */
export function addRefundedAmount(ctx: AccountContext, charge: Stripe.Charge, amount: number): void {
  const refunded = charge.amount_refunded + amount
  ctx.store.charge.put({ ...charge, amount_refunded: refunded, refunded: refunded === charge.amount })
}
