import { and, eq, isNull } from 'drizzle-orm'
import { purchases } from '../../../db/schema/money/checkout.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../order/order.ts'

/**
 * Ends what somebody has by an order for which nothing was paid, as it will not be delivered.
 * Called in a transaction.
 */
export const endFreePurchase = ({ db, now }: Ctx, { id: orderId }: Pick<Order, 'id'>): void =>
  void db
    .update(purchases)
    .set({ endedAt: now() })
    .where(and(eq(purchases.orderId, orderId), isNull(purchases.endedAt)))
    .run()
