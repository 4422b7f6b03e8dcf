import { and, desc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { notifications } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import { pictureUrl } from '../picture.ts'
import { boxOf } from './box.ts'
import { notificationKindsOf } from './define-notification.ts'
import { messageOf } from './message-of.ts'
import type { Notification, Notifications } from './model.ts'

const { placeholder } = sql

const actor = { handle: artists.handle, displayName: artists.displayName, pfpAssetId: artists.pfpAssetId }

const page = prepared((db) =>
  db
    .select({ row: notifications, actor })
    .from(notifications)
    .leftJoin(artists, eq(artists.id, notifications.actorId))
    .where(
      and(eq(notifications.userId, placeholder('userId')), sql`${notifications.position} < ${placeholder('before')}`),
    )
    .orderBy(desc(notifications.position))
    .limit(placeholder('limit')),
)
const positionOf = prepared((db) =>
  db
    .select({ position: notifications.position })
    .from(notifications)
    .where(and(eq(notifications.id, placeholder('id')), eq(notifications.userId, placeholder('userId')))),
)

type Row = NonNullable<ReturnType<ReturnType<typeof page>['get']>>

/**
 * Returns a person's notifications, newest first. Throws VALIDATION for a cursor that we did not
 * issue (rule: notification-list).
 */
export function listNotifications(ctx: Ctx, userId: string, limit: number, cursor?: string): Notifications {
  const readTo = boxOf(ctx, userId)?.readTo ?? 0
  const rows = page(ctx.db).all({ userId, before: startOf(ctx, userId, cursor), limit: limit + 1 })
  const { page: shown, nextCursor } = cutPage(rows, limit, ({ row }) => row.id)
  return { notifications: shown.flatMap((each) => toNotification(ctx, each, readTo)), nextCursor }
}

function startOf(ctx: Ctx, userId: string, cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  const found = positionOf(ctx.db).get({ userId, id: cursor })
  if (!found) throw invalid('cursor', say('This cursor is not valid.'))
  return found.position
}

function toNotification(ctx: Ctx, { row, actor }: Row, readTo: number): Notification[] {
  const kind = notificationKindsOf(ctx).get(row.kind)
  const message = messageOf(ctx, row, actor?.displayName ?? null)
  if (!kind || !message) return []
  const by = actor && { handle: actor.handle, displayName: actor.displayName, pfp: pictureUrl(ctx, actor) }
  return [
    {
      id: row.id,
      kind: row.kind,
      switch: kind.switch,
      ...message,
      actor: by,
      read: row.readAt !== null || row.position <= readTo,
      createdAt: new Date(row.createdAt).toISOString(),
    },
  ]
}
