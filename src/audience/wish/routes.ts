import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import * as shape from './model.ts'
import { addWish, endWish, listWishes } from './wish.ts'

/** Routes of the wish list (rule: wish-list). */
export const wish = (ctx: Ctx) => (app: Guarded) =>
  app
    .post('/api/casset/:slug/wish', ({ params, body, author }) => addWish(ctx, author, params.slug, body.tells), {
      operation: 'createWish',
      summary: 'Put a casset on your wish list',
      session: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: shape.NewWish,
      response: { 200: shape.Wish },
    })
    .get('/api/wishes', ({ author, query }) => listWishes(ctx, author, limitOf(query), query.cursor), {
      operation: 'listWishes',
      summary: 'List what you want to buy later',
      session: true,
      query: ListQuery,
      response: { 200: shape.Wishes },
    })
    .delete(
      '/api/wishes/:cassetId',
      ({ params, author, status }) => status(204, none(endWish(ctx, author, params.cassetId))),
      {
        operation: 'deleteWish',
        summary: 'Take a casset off your wish list',
        session: true,
        refuses: ['NOT_FOUND'],
        response: { 204: t.Undefined() },
      },
    )
