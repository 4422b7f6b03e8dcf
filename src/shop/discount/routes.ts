import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { limitOf } from '../../platform/http/request/list-query.ts'
import { listDiscounts } from './discount.ts'
import { endDiscount, makeDiscount, reopenDiscount } from './make-discount.ts'
import * as shape from './model.ts'

/** Routes of codes that reduce a price: the artist makes, lists and ends them (rule: discounts). */
export const discount = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/studio/discounts',
      ({ author, body, status }) => status(201, { discount: makeDiscount(ctx, author, body) }),
      {
        operation: 'createDiscount',
        summary: 'Make a code that reduces a price',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.NewDiscount,
        response: { 201: t.Object({ discount: shape.Discount }) },
      },
    )
    .get('/api/studio/discounts', ({ author, query }) => listDiscounts(ctx, author, limitOf(query), query), {
      operation: 'listDiscounts',
      summary: 'List your codes that reduce a price',
      session: true,
      query: shape.DiscountsQuery,
      response: { 200: shape.Discounts },
    })
    .delete(
      '/api/studio/discounts/:id',
      ({ author, params, status }) => status(204, none(endDiscount(ctx, author, params.id))),
      {
        operation: 'endDiscount',
        summary: 'End a code that reduces a price',
        session: true,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/studio/discounts/:id/reopen',
      ({ author, params, status }) => status(204, none(reopenDiscount(ctx, author, params.id))),
      {
        operation: 'reopenDiscount',
        summary: 'Open a code again that was ended',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
