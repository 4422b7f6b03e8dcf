import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm'
import { batchSize } from '../../../db/in-batches.ts'
import { notificationBoxes as boxes, notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { uuidFloor } from '../../lib/hash/uuid.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { countRead } from './box.ts'

const readKeptMs = 90 * dayMs
const keptMs = 180 * dayMs

/** Deletes notifications after 180 days, read ones after 90 (rule: notification-expiry). */
export async function pruneNotifications(ctx: Ctx): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await ctx.jointly(() => pruneBatch(ctx, from))
  }
}

/** Deletes what may go of the next batch. Returns its last id; undefined at the end. */
function pruneBatch(ctx: Ctx, after: string): string | undefined {
  const { id, userId, position, readAt, createdAt } = notifications
  // Ids rise with time, so the old ones come first in the primary key. Unread ones are passed over
  // once a day.
  const whereOld = and(gt(id, after), lt(id, uuidFloor(ctx.now() - readKeptMs)))
  const old = ctx.db
    .select({ id, userId, position, readAt, createdAt, readTo: boxes.readTo })
    .from(notifications)
    .innerJoin(boxes, eq(boxes.userId, userId))
    .where(whereOld)
    .orderBy(asc(id))
    .limit(batchSize)
    .all()
    .map((row) => ({ ...row, isRead: row.readAt !== null || row.position <= row.readTo }))
  const gone = old.filter(({ isRead, createdAt }) => isRead || createdAt <= ctx.now() - keptMs)
  const ids = gone.map((row) => row.id)
  if (ids.length > 0) ctx.db.delete(notifications).where(inArray(id, ids)).run()
  const unread = Map.groupBy(
    gone.filter(({ isRead }) => !isRead),
    (row) => row.userId,
  )
  for (const [reader, { length }] of unread) countRead(ctx, reader, length)
  return old.at(-1)?.id
}
