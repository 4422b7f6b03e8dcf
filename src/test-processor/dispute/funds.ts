import type Stripe from 'stripe'
import { addBalanceTransaction, settlementCurrency } from '../balance/balance.ts'
import type { AccountContext } from '../context.ts'
import { emit } from '../event/event.ts'

const feeMinor = 1_500

export function withdrawFunds(
  ctx: AccountContext,
  dispute: Stripe.Dispute,
  { hasFee }: { hasFee: boolean },
): Stripe.Dispute {
  const { id, amount, currency } = dispute
  const fee = {
    amount: feeMinor,
    application: null,
    currency: settlementCurrency(ctx, currency),
    description: 'Dispute fee',
    type: 'stripe_fee',
  }
  const transaction = addBalanceTransaction(ctx, {
    type: 'adjustment',
    category: 'dispute',
    source: id,
    currency,
    amount: -amount,
    fee: hasFee ? fee : undefined,
    description: `Chargeback withdrawal for ${dispute.charge}`,
  })
  const taken = ctx.store.dispute.put({
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, transaction],
    is_charge_refundable: false,
  })
  emit(ctx, 'charge.dispute.funds_withdrawn', taken)
  return taken
}

/** Leaves out the fee. Returns the dispute. */
export function reinstateFunds(ctx: AccountContext, dispute: Stripe.Dispute): Stripe.Dispute {
  if (dispute.balance_transactions.length === 0) return dispute
  const transaction = addBalanceTransaction(ctx, {
    type: 'adjustment',
    category: 'dispute_reversal',
    source: dispute.id,
    currency: dispute.currency,
    amount: dispute.amount,
    description: `Chargeback reversal for ${dispute.charge}`,
  })
  const back = ctx.store.dispute.put({
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, transaction],
  })
  emit(ctx, 'charge.dispute.funds_reinstated', back)
  return back
}
