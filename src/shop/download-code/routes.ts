import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { limitOf } from '../../platform/http/request/list-query.ts'
import { listBatches } from './list-batches.ts'
import { makeBatch } from './make-batch.ts'
import * as shape from './model.ts'
import { redeemCode } from './redeem-code.ts'
import { revokeBatch } from './revoke-batch.ts'

/** Routes of download codes: the artist creates, lists and revokes them, others redeem them. */
export const code = (ctx: Ctx) => (app: Guarded) =>
  app
    .post('/api/studio/codes', async ({ author, body, status }) => status(201, await makeBatch(ctx, author, body)), {
      operation: 'createCodes',
      summary: 'Make download codes',
      limit: 'code-batch',
      session: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: shape.NewBatch,
      response: { 201: shape.MadeBatch },
    })
    .get('/api/studio/codes', ({ author, query }) => listBatches(ctx, author, limitOf(query), query), {
      operation: 'listCodes',
      summary: 'List your download codes',
      session: true,
      query: shape.BatchesQuery,
      response: { 200: shape.Batches },
    })
    .delete(
      '/api/studio/codes/:id',
      ({ author, params, status }) => status(204, none(revokeBatch(ctx, author, params.id))),
      {
        operation: 'withdrawCodes',
        summary: 'Withdraw download codes',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/codes/redeem', ({ author, body }) => redeemCode(ctx, author, body.code), {
      operation: 'redeemCode',
      summary: 'Redeem a download code',
      limit: 'redeem',
      session: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: shape.Redeem,
      response: { 200: shape.Redeemed },
    })
