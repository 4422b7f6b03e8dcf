import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { saveGathersMail, savePrefs, unreadCount } from './box.ts'
import { listNotifications } from './list-notifications.ts'
import { markRead } from './mark-read.ts'
import * as shape from './model.ts'
import { subscribeToPush, unsubscribeFromPush } from './subscribe.ts'

/** The list of notifications, the unread count, the reader's switches, and browsers for pushes. */
export const notification = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/notifications',
      ({ author, query }) => listNotifications(ctx, author.userId, limitOf(query), query.cursor),
      {
        operation: 'listNotifications',
        summary: 'List your notifications',
        session: true,
        query: ListQuery,
        response: { 200: shape.Notifications },
      },
    )
    .get('/api/notifications/unread-count', ({ author }) => ({ count: unreadCount(ctx, author.userId) }), {
      operation: 'countUnreadNotifications',
      summary: 'Count what is unread',
      session: true,
      response: { 200: shape.UnreadCount },
    })
    .post(
      '/api/notifications/read',
      ({ author, body, status }) => status(204, none(markRead(ctx, author.userId, body))),
      {
        operation: 'markNotificationsRead',
        summary: 'Mark notifications as read',
        session: true,
        body: shape.Read,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/notifications/prefs', ({ author, body }) => savePrefs(ctx, author.userId, body), {
      operation: 'updateNotificationPrefs',
      summary: 'Change what you are told of',
      session: true,
      body: shape.PrefsPatch,
      response: { 200: shape.Prefs },
    })
    .post(
      '/api/notifications/mail',
      ({ author, body }) => {
        saveGathersMail(ctx, author.userId, body.gathered)
        return body
      },
      {
        operation: 'updateEmailPrefs',
        summary: 'Change which emails you get',
        session: true,
        body: shape.GatheredMail,
        response: { 200: shape.GatheredMail },
      },
    )
    .post(
      '/api/notifications/subscribe',
      ({ author, body, status }) => status(201, subscribeToPush(ctx, author, body)),
      {
        operation: 'subscribePush',
        summary: 'Subscribe a browser to pushes',
        session: true,
        body: shape.NewSubscription,
        response: { 201: shape.Subscribed },
      },
    )
    .delete(
      '/api/notifications/subscribe/:id',
      ({ author, params, status }) => status(204, none(unsubscribeFromPush(ctx, author, params.id))),
      {
        operation: 'unsubscribePush',
        summary: 'End pushes to a browser',
        session: true,
        response: { 204: t.Undefined() },
      },
    )
