import { eq } from 'drizzle-orm'
import { notificationBoxes as boxes } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { boxOf } from './box.ts'

/** Called in a transaction. */
export function unsubscribeUrl(ctx: Ctx, userId: string): string {
  const key = boxOf(ctx, userId)?.unsubscribeKey ?? makeKey(ctx, userId)
  return `${ctx.site.origin}/unsubscribe?key=${key}`
}

function makeKey(ctx: Ctx, userId: string): string {
  const key = Buffer.from(ctx.random(18)).toString('base64url')
  ctx.db.update(boxes).set({ unsubscribeKey: key }).where(eq(boxes.userId, userId)).run()
  return key
}

/** Unsubscribes the reader who was sent this key from digests. Returns whether the key exists. */
export const endDigests = ({ db }: Ctx, key: string): boolean =>
  db
    .update(boxes)
    .set({ gathersMail: false })
    .where(eq(boxes.unsubscribeKey, key))
    .returning({ userId: boxes.userId })
    .get() !== undefined

export const isDigestKey = ({ db }: Ctx, key: string): boolean =>
  db.select({ userId: boxes.userId }).from(boxes).where(eq(boxes.unsubscribeKey, key)).get() !== undefined
