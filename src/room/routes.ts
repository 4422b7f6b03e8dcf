import type { Ctx } from '../context.ts'
import type { Guarded } from '../platform/http/guard.ts'
import * as shape from './model.ts'
import { moderatedCasset } from './moderated-casset.ts'
import { changeSettings, roomSettings } from './room-settings.ts'

/** See src/docs/wings/room.md. */
export const room = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/casset/:slug/room',
      ({ params, author }) => roomSettings(ctx, moderatedCasset(ctx, params.slug, author).casset.id),
      {
        operation: 'getRoom',
        summary: 'Read the state of a room',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        response: { 200: shape.RoomSettings },
      },
    )
    .patch(
      '/api/casset/:slug/room',
      ({ params, author, body }) => changeSettings(ctx, moderatedCasset(ctx, params.slug, author).casset.id, body),
      {
        operation: 'updateRoom',
        summary: 'Change a room',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND'],
        body: shape.RoomPatch,
        response: { 200: shape.RoomSettings },
      },
    )
