import { and, eq } from 'drizzle-orm'
import { purchases } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { moveOrder, type Order } from './order.ts'
import type { Standing } from './read-payment.ts'
import { refundTwinJob } from './refund-twin.ts'

/** What somebody holds of a casset, whether or not it has ended. */
export const purchaseOf = (ctx: Ctx, { userId, cassetId }: Pick<Order, 'userId' | 'cassetId'>) =>
  ctx.db
    .select()
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.cassetId, cassetId)))
    .get()

/**
 * The one grant that webhook, verify and return page all end in: a paid order becomes a purchase, and what has been
 * taken back ends it. Doing it again changes nothing. Called in a transaction with the ledger's postings.
 */
export function grant(ctx: Ctx, order: Order, { status, isOver }: Standing): void {
  moveOrder(ctx, order, 'PAID')
  const held = purchaseOf(ctx, order)
  const now = ctx.now()
  if (!held) {
    const { userId, cassetId, id: orderId } = order
    const row = { id: ctx.uuid(), userId, cassetId, orderId, status, purchasedAt: now, endedAt: isOver ? now : null }
    ctx.db.insert(purchases).values(row).run()
    return
  }
  const change = (values: Partial<typeof held>): void =>
    void ctx.db.update(purchases).set(values).where(eq(purchases.id, held.id)).run()
  if (held.orderId === order.id) change({ status, endedAt: isOver ? (held.endedAt ?? now) : null })
  else if (isOver) return
  else if (held.endedAt !== null) change({ orderId: order.id, status, purchasedAt: now, endedAt: null })
  // The same casset was paid a second time, which nobody wants: that money goes back.
  else ctx.jobs.add(refundTwinJob(order.id))
}
