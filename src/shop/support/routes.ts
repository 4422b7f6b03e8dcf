import { t } from 'elysia'
import type { Remembering } from '../../account/session/session-cookie.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { changeTerms, pauseSupport } from './change-support.ts'
import { addLevel, endLevel } from './levels.ts'
import * as shape from './model.ts'
import { leave, paySupport } from './pay-support.ts'
import { startSupport } from './start-support.ts'
import { ownSupport } from './support.ts'
import { supportOfKey } from './support-key.ts'
import { answerSupporters, supportersOf, supportsBy, toSupport } from './supporters.ts'

/** Routes of supporters: an artist's levels, and what their supporters do (rule: supporters). */
export const support = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/support', ({ author }) => supportersOf(ctx, author), {
      operation: 'getSupport',
      summary: 'Read your levels and supporters',
      session: true,
      response: { 200: shape.Supporters },
    })
    .get('/api/studio/supporters.csv', ({ author }) => answerSupporters(ctx, author), {
      operation: 'getSupportersCsv',
      summary: 'Fetch your supporters as CSV',
      session: true,
      detail: { responses: { 200: sends('All supporters, those who left too', 'text/csv') } },
    })
    .post(
      '/api/studio/support/levels',
      ({ author, body, status }) => status(201, { level: addLevel(ctx, author, body) }),
      {
        operation: 'createLevel',
        summary: 'Offer a level to supporters',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.NewLevel,
        response: { 201: shape.LevelIn },
      },
    )
    .delete(
      '/api/studio/support/levels/:id',
      ({ author, params, status }) => status(204, none(endLevel(ctx, author, params.id))),
      {
        operation: 'endLevel',
        summary: 'End a level',
        session: true,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/casset/:slug/support',
      ({ params, author, body, request, server }) =>
        startSupport(ctx, params.slug, author, body, addressOf(ctx, request, server)),
      {
        operation: 'startSupport',
        summary: 'Begin to support an artist',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.NewSupport,
        response: { 200: shape.SupportPayment },
      },
    )
    .get('/api/supports', ({ author }) => supportsBy(ctx, author), {
      operation: 'listSupports',
      summary: 'List whom you support',
      session: true,
      response: { 200: shape.Supports },
    })
    .post(
      '/api/supports/:id/pay',
      ({ params, author, request, server }) => paySupport(ctx, author, params.id, addressOf(ctx, request, server)),
      {
        operation: 'resumeSupport',
        summary: 'Pay the present time of a support that rests',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        response: { 200: shape.SupportPayment },
      },
    )
    .put(
      '/api/supports/:id/terms',
      async ({ params, author, body }) => toSupport(await changeTerms(ctx, author, params.id, body)),
      {
        operation: 'changeSupport',
        summary: 'Change level or sum from the next payment on',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'BAD_STATE'],
        body: shape.NewTerms,
        response: { 200: shape.Support },
      },
    )
    .put(
      '/api/supports/:id/pause',
      async ({ params, author, body }) => toSupport(await pauseSupport(ctx, author, params.id, body.periods)),
      {
        operation: 'pauseSupport',
        summary: 'Pause a support by the month for some months, or let it go on',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN', 'BAD_STATE'],
        body: shape.Pause,
        response: { 200: shape.Support },
      },
    )
    .delete(
      '/api/supports/:id',
      async ({ params, author, status }) => {
        await leave(ctx, ownSupport(ctx, author, params.id).id)
        return status(204, undefined)
      },
      {
        operation: 'endSupport',
        summary: 'End a support at the end of what is paid',
        session: true,
        response: { 204: t.Undefined() },
      },
    )

/** The key of the page of a support, which works without scripts and signed in or not. */
export const supportDoor = (ctx: Ctx) => (app: Remembering) =>
  app.post(
    '/support/:key',
    async ({ params: { key } }) => {
      const found = supportOfKey(ctx, key)
      if (!found) throw notFound('link')
      await leave(ctx, found.id)
      return new Response(null, {
        status: 303,
        headers: { location: `/support/${key}`, 'cache-control': 'private, no-store' },
      })
    },
    { detail: { hide: true } },
  )
