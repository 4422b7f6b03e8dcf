import { sql } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { releaseOrder } from '../../order/begin/release-order.ts'
import { moveOrder, orderById } from '../../order/order.ts'

/**
 * Cancels somebody's started and unpaid payments: nobody is charged after their account is gone. A
 * payment that turns out to be paid is theirs. Throws BAD_STATE while a bank processes one.
 */
export async function endOpenOrders(ctx: Ctx, userId: string): Promise<void> {
  const whereOpen = sql`${orders.userId} = ${userId} AND ${orders.state} = 'OPEN'`
  const firstOpen = () => ctx.db.select().from(orders).where(whereOpen).limit(1).get()
  const { processor } = ctx
  // Another one may be started meanwhile.
  for (let order = firstOpen(); order; order = firstOpen()) {
    const { id } = order
    if (processor && processor.mode === order.mode) await releaseOrder(ctx, processor, order, true)
    const now = orderById(ctx, id)
    if (now?.state === 'OPEN') await ctx.jointly(() => moveOrder(ctx, now, 'CANCELED'))
  }
}
