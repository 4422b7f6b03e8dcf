import { t } from 'elysia'
import { tracksAtParty } from '../../casset/access/decide-access.ts'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { announceParty, endOwnParty } from './announce.ts'
import { setGuest } from './guest.ts'
import * as shape from './model.ts'
import { seenParty, toParty } from './party.ts'
import { sendParty } from './party-calendar.ts'

/** Routes of listening parties (rule: listening-parties). */
export const party = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/casset/:slug/party',
      ({ params, viewer, set }) => {
        const { world, party } = seenParty(ctx, params.slug, viewer)
        set.headers['cache-control'] = 'private, no-store'
        const tracks = tracksAtParty(ctx, world, viewer).map(
          ({ id, hookId, title, durationSec, hookStartSec, position }) => ({
            ...{ id, hookId, title, durationSec, position },
            hookStartSec: hookStartSec ?? 0,
          }),
        )
        return { party: toParty(party), now: new Date(ctx.now()).toISOString(), tracks }
      },
      { operation: 'getParty', summary: 'Read the listening party of a casset', response: { 200: shape.SeenParty } },
    )
    .get('/api/casset/:slug/party.ics', ({ params, viewer }) => sendParty(ctx, seenParty(ctx, params.slug, viewer)), {
      operation: 'getPartyCalendar',
      summary: 'Fetch the hour of a listening party for a calendar',
      refuses: ['NOT_FOUND'],
      detail: { responses: { 200: sends('An iCalendar file of one event', 'text/calendar') } },
    })
    .post('/api/casset/:slug/party/guests', ({ params, viewer, body }) => setGuest(ctx, params.slug, viewer, body), {
      operation: 'joinParty',
      summary: 'Say that you will be at a listening party',
      limit: 'party-guest',
      refuses: ['BAD_STATE'],
      body: shape.NewGuest,
      response: { 200: shape.Guests },
    })
    .put(
      '/api/studio/casset/:id/party',
      async ({ params, author, body }) => ({
        party: toParty(await announceParty(ctx, author, params.id, body)),
      }),
      {
        operation: 'setParty',
        summary: 'Announce a listening party, or move it',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewParty,
        response: { 200: shape.AnnouncedParty },
      },
    )
    .delete(
      '/api/studio/casset/:id/party',
      async ({ params, author, status }) => status(204, none(await endOwnParty(ctx, author, params.id))),
      {
        operation: 'cancelParty',
        summary: 'Call a listening party off, or end it',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
