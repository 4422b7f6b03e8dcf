import { inTransaction } from '../../db/commits.ts'
import type { Wares } from '../access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { deliver } from './deliver.ts'
import type { Order } from './order.ts'
import { placeOrder, type Wanted } from './place-order.ts'

/** Gives what costs nothing, at once: an order of ours that is paid as it is placed. */
export function takeFree(
  ctx: Ctx,
  buyer: Viewer,
  casset: Pick<Wares['casset'], 'id' | 'currency'>,
  wanted: Wanted,
): Order {
  return inTransaction(ctx.db, () => {
    const agreed = { ...wanted, mode: 'free', seller: { accountId: null, feeMinor: 0 } } as const
    const order = placeOrder(ctx, buyer, casset, agreed)
    deliver(ctx, order, { status: 'PAID', isOver: false })
    return order
  })
}
