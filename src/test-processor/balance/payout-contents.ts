import type Stripe from 'stripe'
import type { AccountContext } from '../context.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { type Collection, meets } from '../store/collection.ts'

/**
 * Returns the transactions of an automatic payout, the newest first. Throws for a payout that
 * somebody made by hand: what that contains nobody knows.
 */
export function contentsOf(
  ctx: AccountContext,
  id: string,
): Pick<Collection<Stripe.BalanceTransaction>, 'get' | 'rows'> {
  const payout = ctx.store.payout.get(id)
  if (!payout) throw resourceMissing('payout', id, 'payout')
  if (!payout.automatic) {
    throw invalidRequest('Balance transaction history can only be filtered on automatic transfers, not manual.')
  }
  const { balance_transaction: transactions, paid_out: contained } = ctx.store
  const isKnown = payout.reconciliation_status === 'completed'
  return {
    get: (transaction) => transactions.get(transaction),
    *rows({ where = {}, ...query } = {}) {
      const found = contained.rows({ ...query, where: { payout: id } })
      for (const row of isKnown ? found : []) {
        const transaction = transactions.get(row.id)
        if (transaction && meets(transaction, where)) yield transaction
      }
    },
  }
}
