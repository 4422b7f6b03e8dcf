import { and, eq, exists, or, sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import { everythingTapes } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'
import { cancelReplacedJob } from '../../order/begin/cancel-replaced.ts'
import { moveOrder, type Order } from '../../order/order.ts'

export type Got = { cassetId: string; holderId: string }

/**
 * Replaces what somebody has begun to pay of this kind for a casset, alone or among others, because
 * its price was right before they got something of it. The payments are cancelled. Called in a
 * transaction.
 */
export function replaceOpen(ctx: Ctx, { cassetId, holderId }: Got, kind: Order['kind']): void {
  const { orderId } = everythingTapes
  const isAmong = and(eq(orderId, orders.id), eq(everythingTapes.cassetId, cassetId))
  const among = ctx.db.select({ orderId }).from(everythingTapes).where(isAmong)
  const begun = ctx.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, holderId),
        or(eq(orders.cassetId, cassetId), exists(among)),
        eq(orders.kind, kind),
        eq(orders.mode, ctx.config.paymentMode),
        // Written as in the index `orders_one_open`.
        sql`${orders.state} = 'OPEN'`,
      ),
    )
    .all()
  for (const order of begun) {
    moveOrder(ctx, order, 'REPLACED')
    ctx.jobs.add(cancelReplacedJob, { orderId: order.id }, { key: order.id })
  }
}
