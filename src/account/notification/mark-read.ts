import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { boxOf, countAllRead, countRead } from './box.ts'
import type { NotificationDefinition } from './define-notification.ts'
import type { Read } from './model.ts'

/**
 * Marks some of a person's notifications as read, or all until now; ids of other people are
 * ignored. Throws VALIDATION when neither is given.
 */
export function markRead(ctx: Ctx, userId: string, { ids, all }: Read): void {
  if ((ids === undefined) === (all === undefined)) throw invalid('ids', say('Send either "ids" or "all".'))
  if (ids) markSome(ctx, userId, ids)
  else countAllRead(ctx, userId)
}

function markSome(ctx: Ctx, userId: string, ids: readonly string[]): void {
  inTransaction(ctx.db, () => {
    const readTo = boxOf(ctx, userId)?.readTo ?? 0
    const whereOwn = and(eq(notifications.userId, userId), inArray(notifications.id, [...ids]))
    const whereUnread = and(whereOwn, gt(notifications.position, readTo), isNull(notifications.readAt))
    const { length } = ctx.db
      .update(notifications)
      .set({ readAt: ctx.now() })
      .where(whereUnread)
      .returning({ id: notifications.id })
      .all()
    countRead(ctx, userId, length)
  })
}

/** Marks a person's notification of an event as read. Called in the transaction of the cause. */
export function readEvent(
  ctx: Ctx,
  { kind }: NotificationDefinition,
  { userId, key }: { userId: string; key: string },
): void {
  const whereTold = and(eq(notifications.userId, userId), eq(notifications.eventKey, `${kind}:${key}`))
  const told = ctx.db.select({ id: notifications.id }).from(notifications).where(whereTold).get()
  if (told) markSome(ctx, userId, [told.id])
}
