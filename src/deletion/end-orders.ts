import { sql } from 'drizzle-orm'
import { orders } from '../../db/schema/order.ts'
import type { Ctx } from '../context.ts'
import { moveOrder, orderById } from '../order/order.ts'
import { releaseOrder } from '../order/release-order.ts'

const most = 100

/**
 * Ends what somebody began to pay and did not: nobody is charged after their account is gone. What turns out to be paid is
 * theirs. Throws BAD_STATE while a bank works on one.
 */
export async function endOpenOrders(ctx: Ctx, userId: string): Promise<void> {
  const whereOpen = sql`${orders.userId} = ${userId} AND ${orders.state} = 'OPEN'`
  const { processor } = ctx
  for (const order of ctx.db.select().from(orders).where(whereOpen).limit(most).all()) {
    if (processor && processor.mode === order.mode) await releaseOrder(ctx, processor, order, true)
    const now = orderById(ctx, order.id)
    if (now?.state === 'OPEN') await ctx.jointly(() => moveOrder(ctx, now, 'CANCELED'))
  }
}
