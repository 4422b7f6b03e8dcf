import { inTransaction } from '../../db/commits.ts'
import type { CassetForSale } from '../access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import type { Buyer } from './buyer.ts'
import { deliver } from './deliver.ts'
import type { Order } from './order.ts'
import { type OrderDraft, placeOrder } from './place-order.ts'

/** Gives what costs nothing, at once: an order of ours that is paid as it is placed. */
export function takeFree(
  ctx: Ctx,
  buyer: Buyer,
  casset: Pick<CassetForSale['casset'], 'id' | 'slug' | 'currency'>,
  draft: OrderDraft,
): Order {
  return inTransaction(ctx.db, () => {
    const terms = { ...draft, mode: 'free', seller: { accountId: null, feeBasisPoints: 0 } } as const
    const order = placeOrder(ctx, buyer, casset, terms)
    deliver(ctx, order, { status: 'PAID', isRevoked: false, hasReturned: false })
    return order
  })
}
