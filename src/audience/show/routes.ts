import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import * as shape from './model.ts'
import { addShow, changeShow, deleteShow } from './save-show.ts'
import { showsOf, toShow } from './show.ts'
import { sendShows } from './show-calendar.ts'

/** Routes of an artist's concerts (rule: shows). */
export const show = (ctx: Ctx) => (app: Guarded) =>
  app
    .get(
      '/api/studio/shows',
      ({ author }) => ({ shows: showsOf(ctx, author.artistId).map((row) => toShow(ctx, row)) }),
      { operation: 'listShows', summary: 'List your shows', session: true, response: { 200: shape.Shows } },
    )
    .post(
      '/api/studio/shows',
      ({ author, body, status }) => status(201, { show: toShow(ctx, addShow(ctx, author, body)) }),
      {
        operation: 'createShow',
        summary: 'Announce a show',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.NewShow,
        response: { 201: shape.OneShow },
      },
    )
    .put(
      '/api/studio/shows/:id',
      ({ author, params, body }) => ({ show: toShow(ctx, changeShow(ctx, author, params.id, body)) }),
      {
        operation: 'updateShow',
        summary: 'Replace what a show says',
        session: true,
        body: shape.NewShow,
        response: { 200: shape.OneShow },
      },
    )
    .delete(
      '/api/studio/shows/:id',
      ({ author, params, status }) => status(204, none(deleteShow(ctx, author, params.id))),
      { operation: 'deleteShow', summary: 'Delete a show', session: true, response: { 204: t.Undefined() } },
    )

/** The calendar of an artist's shows (rule: shows-calendar). */
export const showCalendar = (ctx: Ctx) => (app: Guarded) =>
  app.get('/@:handle/shows.ics', ({ params, request }) => sendShows(ctx, request, params.handle), {
    params: t.Object({ handle: t.String() }),
    operation: 'getShowsCalendar',
    summary: 'Subscribe to the shows of an artist',
    held: true,
    tells: ['Last-Modified'],
    elsewhere: true,
    refuses: ['NOT_FOUND'],
    detail: { security: [], responses: { 200: sends('An iCalendar file of all shows', 'text/calendar') } },
  })
