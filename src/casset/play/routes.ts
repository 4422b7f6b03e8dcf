import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { readDays } from '../../platform/http/request/day-range.ts'
import { countPlay } from './count-play.ts'
import * as shape from './model.ts'
import { playsFile } from './plays-csv.ts'
import { readPlays } from './read-plays.ts'

/** Routes that count plays, and by which artists read how often they were played (rule: plays). */
export const play = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/casset/:slug/plays',
      async ({ params, body, viewer, request, status }) =>
        status(204, none(await countPlay(ctx, params.slug, viewer, body, request.headers.get('accept-language')))),
      {
        operation: 'countPlay',
        summary: 'Count a play that has ended',
        limit: 'play',
        refuses: ['NOT_FOUND'],
        body: shape.NewPlay,
        response: { 204: t.Undefined() },
      },
    )
    .get(
      '/api/studio/plays',
      ({ author, query }) => readPlays(ctx, author, readDays(ctx.now(), query), query.by ?? 'day', query.casset),
      {
        operation: 'getPlays',
        summary: 'Read how often you were played',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN'],
        query: shape.PlaysQuery,
        response: { 200: shape.Plays },
      },
    )
    .get(
      '/api/studio/plays.csv',
      ({ author, query }) => playsFile(ctx, author, readDays(ctx.now(), query), query.casset),
      {
        operation: 'getPlaysCsv',
        summary: 'Fetch how often you were played as CSV',
        session: true,
        refuses: ['NOT_FOUND', 'FORBIDDEN'],
        query: shape.PlaysFileQuery,
        detail: { responses: { 200: sends('The plays by day, and older ones by month', 'text/csv') } },
      },
    )
