import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { none } from '../../platform/http/answer/none.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { listActivity } from '../../platform/security/activity.ts'
import { toAccount } from '../artist.ts'
import { Account } from '../shape.ts'
import { listAppKeys, makeAppKey, removeAppKey } from './app-key.ts'
import { logOut } from './log-out.ts'
import { Activity, AppKeys, MadeAppKey, NewAppKey, Sessions } from './model.ts'
import { endOtherSessions, endSession, listSessions } from './session.ts'
import type { Remembering } from './session-cookie.ts'

/** Sessions, and keys of apps, which are none (rules: sessions, app-keys). */
export const session = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(
      '/api/auth/logout',
      ({ viewer, client, dropSession, status }) => {
        logOut(ctx, viewer, client())
        dropSession()
        return status(204, undefined)
      },
      { operation: 'signOut', summary: 'Sign out', response: { 204: t.Undefined() } },
    )
    .get('/api/auth/session', ({ author }) => toAccount(author), {
      operation: 'getSession',
      summary: 'Read who is signed in',
      session: true,
      response: { 200: Account },
    })
    .get('/api/auth/sessions', ({ author, query }) => listSessions(ctx, author, limitOf(query), query.cursor), {
      operation: 'listSessions',
      summary: 'List your sessions',
      session: true,
      query: ListQuery,
      response: { 200: Sessions },
    })
    .get('/api/auth/activity', ({ author, query }) => listActivity(ctx, author.userId, limitOf(query), query.cursor), {
      operation: 'listAccountActivity',
      summary: 'List what happened to your account',
      session: true,
      query: ListQuery,
      response: { 200: Activity },
    })
    .delete(
      '/api/auth/sessions',
      ({ author, client, status }) => status(204, none(endOtherSessions(ctx, author, client()))),
      {
        operation: 'endOtherSessions',
        summary: 'End your other sessions',
        session: true,
        response: { 204: t.Undefined() },
      },
    )
    .delete(
      '/api/auth/sessions/:id',
      ({ author, params: { id }, client, dropSession, status }) => {
        if (!isUuidV7(id)) throw notFound('session')
        endSession(ctx, author, id, client())
        if (id === author.sessionId) dropSession()
        return status(204, undefined)
      },
      { operation: 'endSession', summary: 'End a session', session: true, response: { 204: t.Undefined() } },
    )
    .get('/api/auth/app-keys', ({ author }) => ({ appKeys: listAppKeys(ctx, author) }), {
      operation: 'listAppKeys',
      summary: 'List your app keys',
      session: true,
      response: { 200: AppKeys },
    })
    .post(
      '/api/auth/app-keys',
      ({ author, body, client, status }) => status(201, makeAppKey(ctx, author, body.name, client())),
      {
        operation: 'makeAppKey',
        summary: 'Make an app key, for a player',
        session: true,
        fresh: true,
        body: NewAppKey,
        response: { 201: MadeAppKey },
      },
    )
    .delete(
      '/api/auth/app-keys/:id',
      ({ author, params, client, status }) => status(204, none(removeAppKey(ctx, author, params.id, client()))),
      {
        operation: 'removeAppKey',
        summary: 'Remove an app key',
        session: true,
        refuses: ['NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
