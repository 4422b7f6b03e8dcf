import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { emojis, orders } from '../../db/schema/checkout.ts'
import { sweepBlobsJob } from '../blob/sweep-blobs.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { ownEmoji } from './own-emoji.ts'

/**
 * Takes an emoji of the caller's off the market. Whoever bought it keeps it; one that nobody ever ordered is gone
 * altogether, and its picture with it.
 */
export function withdrawEmoji(ctx: Ctx, author: Viewer, id: string): void {
  const { emoji } = ownEmoji(ctx, id, author)
  if (emoji.withdrawnAt !== null) return
  const which = eq(emojis.id, id)
  inTransaction(ctx.db, () => {
    if (ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.emojiId, id)).get()) {
      ctx.db.update(emojis).set({ withdrawnAt: ctx.now() }).where(which).run()
      return
    }
    ctx.db.delete(emojis).where(which).run()
    ctx.jobs.add(sweepBlobsJob, { hashes: [emoji.sha256] }, { key: id })
  })
}
