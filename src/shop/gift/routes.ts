import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { ByHolder, WithSecret } from '../../order/shape.ts'
import { none } from '../../platform/http/answer/none.ts'
import { takesIdempotencyKey } from '../../platform/http/answer/sends.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { idempotencyKeyOf } from '../../platform/http/request/repeatable.ts'
import { Claimed } from '../purchase/shape.ts'
import { sendAgain, updateGift } from './change-gift.ts'
import { claimByLink } from './claim-gift.ts'
import { listGifts } from './gift.ts'
import * as shape from './model.ts'
import { startGift } from './start-gift.ts'
import { forgetTaker, takeGift } from './take-gift.ts'

/** Routes of cassets that one person pays and another one gets (rule: gifts). */
export const gift = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/checkout/gift',
      ({ viewer, body, request, server }) => startGift(ctx, viewer, body, addressOf(ctx, request, server)),
      {
        operation: 'startGiftPayment',
        summary: 'Begin to pay a casset for somebody else',
        refuses: ['UNAUTHENTICATED', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewGift,
        response: { 200: shape.GiftCheckout },
      },
    )
    .get('/api/gifts', ({ author, query }) => listGifts(ctx, author, limitOf(query), query.cursor), {
      operation: 'listGifts',
      summary: 'List what you gave',
      session: true,
      query: ListQuery,
      response: { 200: shape.Gifts },
    })
    .post('/api/claim', ({ author, body }) => claimByLink(ctx, author, body.secret), {
      operation: 'claimLink',
      summary: "Bring what a link gives into your account: a gift, or a guest's purchase",
      session: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: WithSecret,
      response: { 200: Claimed },
    })
    .post(
      '/api/gifts/take',
      ({ viewer, body, request, server }) =>
        takeGift(ctx, viewer, body, {
          address: addressOf(ctx, request, server),
          idempotencyKey: idempotencyKeyOf(request),
        }),
      {
        operation: 'takeGift',
        summary: 'Take a gift without an account',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        detail: takesIdempotencyKey(),
        body: shape.Taking,
        response: { 200: shape.TakenGift },
      },
    )
    .post('/api/gifts/forget', async ({ body, status }) => status(204, none(await forgetTaker(ctx, body.secret))), {
      operation: 'forgetGiftTaker',
      summary: 'Forget the address of whoever took a gift',
      refuses: ['NOT_FOUND'],
      body: WithSecret,
      response: { 204: t.Undefined() },
    })
    .patch(
      '/api/gifts/:orderId',
      async ({ holder, params, body }) => ({ gift: await updateGift(ctx, holder, params.orderId, body) }),
      {
        operation: 'updateGift',
        summary: 'Change where a gift goes',
        holder: true,
        refuses: ['BAD_STATE'],
        body: shape.ChangedGift,
        response: { 200: t.Object({ gift: shape.Gift }) },
      },
    )
    .post('/api/gifts/:orderId/send', ({ holder, params }) => sendAgain(ctx, holder, params.orderId), {
      operation: 'resendGift',
      summary: 'Send a gift again',
      holder: true,
      refuses: ['BAD_STATE'],
      body: ByHolder,
      response: { 200: shape.Sent },
    })
