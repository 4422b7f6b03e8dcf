import { and, eq, inArray, isNull } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { isForOthers } from './order.ts'
import { askForTransfers } from './owed-parts.ts'
import { tellLater } from './tell-payment.ts'

/**
 * Stores that orders were downloaded, which ends the right to give them back: their money is sent
 * on. Their payments are told, so that a restored database does not offer it again.
 */
export function noteDownloaded(ctx: Ctx, orderIds: readonly string[], downloadedAt = ctx.now()): void {
  const isFirst = and(eq(orders.withdrawal, 'offered'), isNull(orders.downloadedAt))
  inTransaction(ctx.db, () => {
    const ended = ctx.db
      .update(orders)
      .set({ downloadedAt })
      .where(and(inArray(orders.id, [...orderIds]), isFirst))
      .returning()
      .all()
    for (const order of ended) {
      tellLater(ctx, order.id)
      if (isForOthers(order)) askForTransfers(ctx, order.id, 'downloaded')
    }
  })
}
