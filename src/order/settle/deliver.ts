import type { Ctx } from '../../context.ts'
import { goodsOf } from '../goods.ts'
import { moveOrder, type Order } from '../order.ts'
import type { PurchaseStatus } from '../read-payment.ts'

/**
 * Delivers the goods of an order, or ends them when the money was taken back. Called in the
 * transaction of its postings.
 */
export function deliver(ctx: Ctx, order: Order, status: PurchaseStatus): void {
  moveOrder(ctx, order, 'PAID')
  goodsOf(ctx)[order.kind].deliver(ctx, order, status)
}

/** Whether the buyer has the goods of an order, by this order or another one. */
export function hasOrdered(ctx: Ctx, order: Order): boolean {
  const { holding } = goodsOf(ctx)[order.kind]
  return holding.isLive?.(ctx, order) ?? holding.find(ctx, order)?.endedAt === null
}
