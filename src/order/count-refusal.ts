import { and, eq } from 'drizzle-orm'
import { orders } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import type { Order } from './order.ts'

/**
 * Remembers that the processor refused a refund. It goes on answering that to the same idempotency key, so the next
 * attempt goes by another one.
 */
export function countRefusal(ctx: Ctx, { id, refusedRefunds }: Order): void {
  const whereUnchanged = and(eq(orders.id, id), eq(orders.refusedRefunds, refusedRefunds))
  ctx.db
    .update(orders)
    .set({ refusedRefunds: refusedRefunds + 1 })
    .where(whereUnchanged)
    .run()
}
