import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { actWith } from '../../platform/http/session/act.ts'
import { reasonIn } from '../moderation/report/reason-in.ts'
import * as shape from './model.ts'
import { eraseGuest, readGuest } from './read-guest.ts'

/** Routes of people without an account, by their address (rule: guests-by-address). */
export const guests = (ctx: Ctx) => (app: Guarded) =>
  app
    .post('/api/desk/guests/read', ({ body }) => ({ guest: readGuest(ctx, body.email) }), {
      operation: 'getGuest',
      summary: 'Read what is kept by an address without an account',
      session: true,
      act: { act: 'read-guest' },
      body: shape.AskedGuest,
      response: { 200: t.Object({ guest: shape.GuestData }) },
    })
    .post(
      '/api/desk/guests/erase',
      async ({ body, requireStill, status }) => status(204, none(await eraseGuest(ctx, body.email, requireStill))),
      {
        operation: 'eraseGuest',
        summary: 'Erase an address wherever it is kept without an account',
        session: true,
        act: actWith('erase-guest', shape.ErasingGuest, (_, { reason }) => ({ reason: reasonIn(reason, 'reason') })),
        body: shape.ErasingGuest,
        response: { 204: t.Undefined() },
      },
    )
