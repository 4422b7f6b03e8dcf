import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import * as shape from './model.ts'
import { findAccounts, nameAccount, readNamedAccounts } from './name-account.ts'
import { answerCredit, listCredits } from './own-credits.ts'

/** Routes of the accounts that names of tracks stand for (rule: credited-accounts). */
export const credit = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/tracks/:id/accounts', ({ author, params }) => readNamedAccounts(ctx, author, params.id), {
      operation: 'getNamedAccounts',
      summary: 'Read whose accounts the names of a track are',
      session: true,
      refuses: ['FORBIDDEN'],
      response: { 200: shape.NamedAccounts },
    })
    .put('/api/studio/tracks/:id/accounts', ({ author, params, body }) => nameAccount(ctx, author, params.id, body), {
      operation: 'nameAccount',
      summary: 'Say whose account a name is, and ask them',
      session: true,
      refuses: ['FORBIDDEN', 'BAD_STATE'],
      body: shape.NamedAccount,
      response: { 200: shape.NamedAccounts },
    })
    .get('/api/credits/accounts', ({ query }) => findAccounts(ctx, query.q), {
      operation: 'findArtists',
      summary: 'Find artists to name by their accounts',
      session: true,
      query: shape.AccountQuery,
      response: { 200: shape.FoundAccounts },
    })
    .get('/api/credits', ({ author, query }) => listCredits(ctx, author, limitOf(query), query.cursor), {
      operation: 'listCredits',
      summary: 'List the names that are to lead to your page',
      session: true,
      query: ListQuery,
      response: { 200: shape.Credits },
    })
    .post(
      '/api/credits/:id',
      ({ author, params, body, status }) => status(204, none(answerCredit(ctx, author, params.id, body.agreed))),
      {
        operation: 'answerCredit',
        summary: 'Say whether a name may lead to your page',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.CreditAnswer,
        response: { 204: t.Undefined() },
      },
    )
