import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sends } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { leaveList } from './end-consent.ts'
import { listConsents } from './list-consents.ts'
import * as shape from './model.ts'
import { answerList, countOnList } from './own-list.ts'

/**
 * Routes of mailing lists: leaving an artist's, and the artist's own (rules: consent-end,
 * mailing-export).
 */
export const mailingList = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/mailing-lists', ({ author, query }) => listConsents(ctx, author, limitOf(query), query.cursor), {
      operation: 'listMailingLists',
      summary: 'List the mailing lists that you are on',
      session: true,
      query: ListQuery,
      response: { 200: shape.Consents },
    })
    .delete(
      '/api/mailing-lists/:id',
      ({ author, params, status }) => status(204, none(leaveList(ctx, author, params.id))),
      {
        operation: 'leaveMailingList',
        summary: 'Leave a mailing list',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 204: t.Undefined() },
      },
    )
    .get('/api/studio/mailing-list', ({ author }) => ({ count: countOnList(ctx, author.artistId) }), {
      operation: 'getMailingList',
      summary: 'Read your mailing list',
      session: true,
      response: { 200: shape.ListCount },
    })
    .get('/api/studio/mailing-list.csv', ({ author }) => answerList(ctx, author), {
      operation: 'getMailingListCsv',
      summary: 'Fetch your mailing list as CSV',
      session: true,
      detail: { responses: { 200: sends('Everybody who consents now', 'text/csv') } },
    })
