import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { assigned, prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { isForOthers } from './order.ts'
import { askForTransfers } from './owed-parts.ts'
import { finishWithdrawalKind } from './refund-reason.ts'
import { tellLater } from './tell-payment.ts'

const isOpen = and(eq(orders.withdrawal, 'offered'), isNull(orders.downloadedAt))

const press = prepared((db) =>
  db
    .update(orders)
    .set({ withdrawnAt: assigned('withdrawnAt') })
    .where(and(eq(orders.id, sql.placeholder('orderId')), isOpen))
    .returning({ id: orders.id }),
)

/** Stores when a payer pressed the key to give an order back. Returns whether they may still. */
export const notePressed = ({ db }: Ctx, orderId: string, withdrawnAt: number): boolean =>
  press(db).get({ orderId, withdrawnAt }) !== undefined

/**
 * Stores that a payer gives an order back, which nobody can download then, and queues the job that
 * finishes it at a time. Returns whether they may still. Called in a transaction.
 */
export function notePress(ctx: Ctx, orderId: string, withdrawnAt: number, runAt: number): boolean {
  if (!notePressed(ctx, orderId, withdrawnAt)) return false
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
