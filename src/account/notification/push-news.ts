import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { notifications, type pushSubscriptions } from '../../../db/schema/account/notification.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { boxOf } from './box.ts'
import { messageOf } from './message-of.ts'

export type Subscription = typeof pushSubscriptions.$inferSelect

/** See public/sw.ts. */
export type PushMessage = {
  /** The notification that opening it marks as read; null for several. */
  id: string | null
  title: string
  body: string
  path: string
  unread: number
}

/** How long a notification is worth pushing. */
export const freshMs = dayMs

// Push services accept at most 4,096 encrypted bytes, and a character takes up to 4 of them.
const longest = { title: 200, body: 500 }
const listed = 3

const cut = (text: string, most: number) => {
  const points = [...text]
  return points.length > most ? `${points.slice(0, most - 1).join('')}…` : text
}

/**
 * Returns the news for a browser since the last push: the only one, or the count and the newest.
 * Undefined when all of it is read or a day old.
 */
export function newsFor(ctx: Ctx, { userId, pushedTo }: Subscription): PushMessage | undefined {
  const box = boxOf(ctx, userId)
  if (!box || box.unread === 0) return undefined
  const since = Math.max(pushedTo, box.readTo)
  const whereNew = and(eq(notifications.userId, userId), gt(notifications.position, since))
  const whereFresh = and(isNull(notifications.readAt), gt(notifications.createdAt, ctx.now() - freshMs))
  const rows = ctx.db
    .select({ row: notifications, name: artists.displayName })
    .from(notifications)
    .leftJoin(artists, eq(artists.id, notifications.actorId))
    .where(and(whereNew, whereFresh))
    .orderBy(desc(notifications.position))
    .limit(listed)
    .all()
  const told = rows.flatMap(({ row, name }) => {
    const message = messageOf(ctx, row, name)
    return message ? [{ id: row.id, ...message }] : []
  })
  const [newest] = told
  if (!newest) return undefined
  const { unread } = box
  const count = told.length < listed ? told.length : Math.min(unread, box.lastPosition - since)
  if (count === 1) {
    const { id, title, text, path } = newest
    return { id, title: cut(title, longest.title), body: cut(text, longest.body), path, unread }
  }
  const body = cut(told.map(({ title }) => title).join('\n'), longest.body)
  return {
    id: null,
    title: say('{n, plural, one {# thing is new} other {# things are new}}', { n: count }),
    body,
    path: '/notifications',
    unread,
  }
}
