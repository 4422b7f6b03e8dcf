import { eq } from 'drizzle-orm'
import { orders } from '../../db/schema/checkout.ts'
import { ownCasset } from '../casset/own-casset.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import type { Order } from '../order/order.ts'

/** An order of the caller's own casset. Throws NOT_FOUND when absent, FORBIDDEN when another artist's (contract 2). */
export function ownSale(ctx: Ctx, author: Viewer, orderId: string): Order {
  const order = ctx.db.select().from(orders).where(eq(orders.id, orderId)).get()
  if (!order) throw notFound('sale')
  ownCasset(ctx, order.cassetId, author)
  return order
}
