import type { Ctx } from '../../context.ts'
import { goodsOf } from './goods.ts'
import { moveOrder, type Order } from './order.ts'
import type { PurchaseStatus } from './read-payment.ts'

/** Gives what an order was for, or ends it when it was taken back. Called in the transaction of its postings. */
export function deliver(ctx: Ctx, order: Order, status: PurchaseStatus): void {
  moveOrder(ctx, order, 'PAID')
  goodsOf(ctx)[order.kind].deliver(ctx, order, status)
}

/** Whether the buyer has what an order was for, by this order or another one. */
export const hasOrdered = (ctx: Ctx, order: Order): boolean => goodsOf(ctx)[order.kind].isHeld(ctx, order)
