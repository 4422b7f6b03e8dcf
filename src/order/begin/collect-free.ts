import { inTransaction } from '../../../db/commits.ts'
import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import type { Buyer } from '../buyer.ts'
import { type Order, openOrder } from '../order.ts'
import { type OrderDraft, placeOrder } from '../place-order.ts'
import { paidInFull } from '../read-payment.ts'
import { deliver } from '../settle/deliver.ts'
import { cancelReplacedJob } from './cancel-replaced.ts'

/**
 * Gives free goods at once: an order of ours that is paid as it is placed. Started payments for
 * them are cancelled. If all of it was paid before, it counts in the mode of that payment. `keep`
 * stores further details of the order.
 */
export function collectFree(
  ctx: Ctx,
  buyer: Buyer,
  casset: Pick<CassetForSale['casset'], 'id' | 'slug' | 'currency'>,
  { keep, ...draft }: OrderDraft & { keep?: (order: Order) => void },
): Order {
  return inTransaction(ctx.db, () => {
    const mode = draft.creditMinor ? ctx.config.paymentMode : 'free'
    const terms = { ...draft, mode, seller: { accountId: null, feeBasisPoints: 0 } } as const
    const before = openOrder(ctx, { ...draft, userId: buyer.userId, cassetId: casset.id })
    const order = placeOrder(ctx, buyer, casset, terms)
    keep?.(order)
    if (before) ctx.jobs.add(cancelReplacedJob, { orderId: before.id }, { key: before.id })
    deliver(ctx, order, paidInFull)
    return order
  })
}
