import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { sendAgain, updateGift } from './change-gift.ts'
import { claimGift } from './claim-gift.ts'
import { listGifts } from './gift.ts'
import * as shape from './model.ts'
import { startGift } from './start-gift.ts'

/** Routes of cassets that one person pays and another one gets (rule: gifts). */
export const gift = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/checkout/gift',
      ({ viewer, body, request, server }) => startGift(ctx, viewer, body, addressOf(ctx, request, server)),
      {
        summary: 'Begin to pay a casset for somebody else',
        refuses: ['UNAUTHENTICATED', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewGift,
        response: { 200: shape.GiftCheckout },
      },
    )
    .get('/api/gifts', ({ author, query }) => listGifts(ctx, author, limitOf(query), query.cursor), {
      summary: 'List what you gave',
      session: true,
      query: ListQuery,
      response: { 200: shape.Gifts },
    })
    .post('/api/gifts/claim', ({ author, body }) => claimGift(ctx, author, body.secret), {
      summary: 'Take a gift',
      session: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: shape.ClaimGift,
      response: { 200: shape.ClaimedGift },
    })
    .patch(
      '/api/gifts/:orderId',
      async ({ viewer, params, body: { secret, ...asked } }) => ({
        gift: await updateGift(ctx, { viewer, secret }, params.orderId, asked),
      }),
      {
        summary: 'Change where a gift goes',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.ChangedGift,
        response: { 200: t.Object({ gift: shape.Gift }) },
      },
    )
    .post(
      '/api/gifts/:orderId/send',
      ({ viewer, params, body }) => sendAgain(ctx, { viewer, secret: body.secret }, params.orderId),
      {
        summary: 'Send a gift again',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.SendGift,
        response: { 200: shape.Sent },
      },
    )
