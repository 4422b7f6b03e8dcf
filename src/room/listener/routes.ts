import { t } from 'elysia'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { StreamQuery, sendEvents } from '../../platform/edge/send-events.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sendsEvents } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { leadRoom, stopLeading } from './lead.ts'
import * as shape from './model.ts'
import { openRoom } from './open-room.ts'
import { postActivity } from './post-activity.ts'
import { roomEvents } from './room-event.ts'

/** See src/docs/wings/room.md. */
export const listener = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/casset/:slug/sideb',
      ({ params, viewer, ...asked }) => sendEvents(ctx, viewer, asked, openRoom(ctx, params.slug, viewer)),
      {
        operation: 'streamRoom',
        summary: 'Listen to the events of a room',
        limit: 'none',
        query: StreamQuery,
        refuses: ['FORBIDDEN'],
        detail: { ...sendsEvents(roomEvents), security: [{}, { session: [] }] },
      },
    )
    .get(
      '/api/casset/:slug/listeners',
      ({ params, viewer }) => ({ listeners: ctx.hub.listenersIn(visibleCasset(ctx, params.slug, viewer).casset.id) }),
      { operation: 'countListeners', summary: 'Count who listens in a room', response: { 200: shape.Listeners } },
    )
    .post(
      '/api/casset/:slug/activity',
      async ({ params, author, body, status }) =>
        status(201, { activity: await postActivity(ctx, params.slug, author, body) }),
      {
        operation: 'postActivity',
        summary: 'Tell a room what you do',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewActivity,
        response: { 201: shape.PostedActivity },
      },
    )
    .post(
      '/api/casset/:slug/position',
      ({ params, author, body }) => ({ position: leadRoom(ctx, params.slug, author, body) }),
      {
        operation: 'postPosition',
        summary: 'Lead a room through its tracks',
        limit: 'position',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewPosition,
        response: { 200: shape.LedPosition },
      },
    )
    .delete(
      '/api/casset/:slug/position',
      ({ params, author, status }) =>
        status(204, none(stopLeading(ctx, visibleCasset(ctx, params.slug, author).casset.id, author.userId))),
      {
        operation: 'stopLeading',
        summary: 'Stop leading a room',
        session: true,
        refuses: ['NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
