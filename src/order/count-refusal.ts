import { and, eq } from 'drizzle-orm'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import type { Order } from './order.ts'

/** Stripe repeats its answer to the same idempotency key, so the next attempt needs a new one. */
export function countRefusal(ctx: Ctx, { id, refusedRefunds }: Order): void {
  const whereUnchanged = and(eq(orders.id, id), eq(orders.refusedRefunds, refusedRefunds))
  ctx.db
    .update(orders)
    .set({ refusedRefunds: refusedRefunds + 1 })
    .where(whereUnchanged)
    .run()
}
