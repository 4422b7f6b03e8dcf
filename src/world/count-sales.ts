import { and, count, eq, isNull, sum } from 'drizzle-orm'
import { orders, purchases } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'

/** Returns how often a casset was collected, and its revenue; revoked purchases do not count. */
export function salesOf(ctx: Ctx, cassetId: string, currency: string) {
  const row = ctx.db
    .select({ count: count(), amount: sum(orders.amountMinor).mapWith(Number) })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(and(eq(purchases.cassetId, cassetId), isNull(purchases.endedAt)))
    .get()
  return { count: row?.count ?? 0, amount: { amount: row?.amount ?? 0, currency } }
}
