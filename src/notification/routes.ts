import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import { ListQuery, limitOf } from '../http/list-query.ts'
import { savePrefs, unreadCount } from './box.ts'
import { listNotifications } from './list-notifications.ts'
import { markRead } from './mark-read.ts'
import { Notifications, Prefs, PrefsPatch, Read, UnreadCount } from './model.ts'

/** Routes of notifications: the list, what is unread, and the reader's switches (rules 10.1 to 10.4). */
export const notification = (ctx: Ctx) =>
  new Elysia({ name: 'notification' })
    .use(guard(ctx))
    .get(
      '/api/notifications',
      ({ author, query }) => listNotifications(ctx, author.userId, limitOf(query), query.cursor),
      { limit: 'read', session: true, query: ListQuery, response: { 200: Notifications } },
    )
    .get('/api/notifications/unread-count', ({ author }) => ({ count: unreadCount(ctx, author.userId) }), {
      limit: 'read',
      session: true,
      response: { 200: UnreadCount },
    })
    .post(
      '/api/notifications/read',
      ({ author, body, status }) => {
        markRead(ctx, author.userId, body)
        return status(204, undefined)
      },
      { limit: 'write', session: true, body: Read, response: { 204: t.Undefined() } },
    )
    .post('/api/notifications/prefs', ({ author, body }) => savePrefs(ctx, author.userId, body), {
      limit: 'write',
      session: true,
      body: PrefsPatch,
      response: { 200: Prefs },
    })
