import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../context.ts'
import { sweepBlobsJob } from '../../platform/blob/sweep-blobs.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownEmoji } from './own-emoji.ts'

/** Buyers keep their emoji; one that was never ordered is deleted together with its picture. */
export function withdrawEmoji(ctx: Ctx, author: Viewer, id: string): void {
  const { emoji } = ownEmoji(ctx, id, author)
  if (emoji.withdrawnAt !== null) return
  const which = eq(emojis.id, id)
  inTransaction(ctx.db, () => {
    if (ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.thingId, id)).get()) {
      ctx.db.update(emojis).set({ withdrawnAt: ctx.now() }).where(which).run()
      return
    }
    ctx.db.delete(emojis).where(which).run()
    ctx.jobs.add(sweepBlobsJob, { hashes: [emoji.sha256] }, { key: id })
  })
}
