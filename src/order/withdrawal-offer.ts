import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { assigned, prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { isForOthers, orderById } from './order.ts'
import { askForTransfers } from './owed-parts.ts'
import { finishWithdrawalKind } from './refund-reason.ts'
import { tellLater } from './tell-payment.ts'

const isOpen = and(eq(orders.withdrawal, 'offered'), isNull(orders.downloadedAt))

// A download ends the offer, and does not undo a press before it, nor one before delivery.
const isOver = sql`${orders.withdrawal} = 'offered'
  AND ${orders.downloadedAt} >= ifnull(${orders.withdrawnAt}, ${sql.placeholder('deliversAt')})`

const press = prepared((db) =>
  db
    .update(orders)
    .set({ withdrawnAt: assigned('withdrawnAt') })
    .where(and(eq(orders.id, sql.placeholder('orderId')), sql`(${isOver}) IS NOT TRUE`))
    .returning({ id: orders.id }),
)

/**
 * Stores when a payer pressed the key to give an order back. Returns whether they may still.
 * `deliversAt`: when it will be delivered; 0 where it was.
 */
export const notePressed = ({ db }: Ctx, orderId: string, withdrawnAt: number, deliversAt = 0): boolean =>
  press(db).get({ orderId, withdrawnAt, deliversAt }) !== undefined

/**
 * Stores that a payer gives an order back, which nobody can download then, and queues the job that
 * finishes it at a time. Returns whether they may still. Called in a transaction.
 */
export function notePress(ctx: Ctx, orderId: string, withdrawnAt: number, runAt: number, deliversAt: number): boolean {
  if (!notePressed(ctx, orderId, withdrawnAt, deliversAt)) return false
  ctx.jobs.add(finishWithdrawalKind, { orderId }, { key: orderId, runAt })
  return true
}

/**
 * Stores that orders were downloaded, which ends the right to give them back: their money is sent
 * on. Their payments are told, so that a restored database does not offer it again.
 */
export function noteDownloaded(ctx: Ctx, orderIds: readonly string[], downloadedAt = ctx.now()): void {
  inTransaction(ctx.db, () => {
    const ended = ctx.db
      .update(orders)
      .set({ downloadedAt })
      .where(and(inArray(orders.id, [...orderIds]), isOpen))
      .returning()
      .all()
    for (const order of ended) {
      tellLater(ctx, order.id)
      if (isForOthers(order)) askForTransfers(ctx, order.id, 'downloaded')
    }
  })
}

const waive = prepared((db) => {
  const isAgreed = and(eq(orders.withdrawal, 'offered'), eq(orders.agrees, true), isNull(orders.withdrawnAt))
  return db
    .update(orders)
    .set({ withdrawal: 'waived' })
    .where(and(eq(orders.id, sql.placeholder('orderId')), isAgreed))
    .returning()
})

/**
 * Stores that a mail server took the confirmation of what an order's payer agreed to, which ends
 * their right to withdraw with delivery (rule: withdrawal). Called in a transaction.
 */
export function noteConfirmed(ctx: Ctx, orderId: string): void {
  const order = waive(ctx.db).get({ orderId })
  if (!order) return
  tellLater(ctx, orderId)
  if (isForOthers(order)) askForTransfers(ctx, orderId, 'confirmed')
}

/** Lets an order's money be sent on that waited until it is delivered. Called in a transaction. */
export function noteDelivered(ctx: Ctx, orderId: string): void {
  const order = orderById(ctx, orderId)
  if (order?.state === 'PAID' && isForOthers(order)) askForTransfers(ctx, orderId, 'delivered')
}
