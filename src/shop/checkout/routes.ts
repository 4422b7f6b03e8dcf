import { noteOrder } from '../../audience/letter/page/letter-cookie.ts'
import type { Ctx } from '../../context.ts'
import { Checkout } from '../../order/shape.ts'
import { addressOf, type Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { visitorOrigin } from '../../platform/http/site/origin.ts'
import { NewCheckout } from '../purchase/shape.ts'
import { referralCodes } from '../referral/referral-cookie.ts'
import { listBoughtTracks } from './bought-tracks.ts'
import { confirmTest } from './confirm-test.ts'
import * as shape from './model.ts'
import { purchasedTracks } from './purchased-tracks.ts'
import { listPurchases } from './purchases.ts'
import { startCheckout } from './start-checkout.ts'
import { verifyPayment } from './verify-payment.ts'

/** Routes for collecting a casset (rule: checkout). */
export const checkout = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/checkout/payment-intent',
      async ({ author, body, request, server }) => {
        const address = addressOf(ctx, request, server)
        const begun = await startCheckout(ctx, author, body, { visited: referralCodes(request), address })
        noteOrder(ctx, request, begun.orderId)
        return begun
      },
      {
        operation: 'startPayment',
        summary: 'Begin to buy a casset',
        session: true,
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: NewCheckout,
        response: { 200: Checkout },
      },
    )
    .post(
      '/api/checkout/test/confirm',
      ({ viewer, body, request }) => confirmTest(ctx, viewer, body, visitorOrigin(ctx, request)),
      {
        operation: 'confirmTestPayment',
        summary: 'Pay with a test card',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.TestConfirm,
        response: { 200: shape.TestConfirmed },
      },
    )
    .post('/api/checkout/verify', ({ holder, body }) => verifyPayment(ctx, holder, body), {
      operation: 'verifyPayment',
      summary: 'Ask what became of a payment',
      holder: true,
      refuses: ['BAD_STATE'],
      body: shape.Verify,
      response: { 200: shape.Verified },
    })
    .get('/api/purchases/:id/tracks', ({ author, params }) => ({ tracks: purchasedTracks(ctx, author, params.id) }), {
      operation: 'listPurchaseTracks',
      summary: 'List the tracks of a purchase',
      session: true,
      refuses: ['FORBIDDEN', 'BAD_STATE'],
      response: { 200: shape.PurchasedTracks },
    })
    .get('/api/purchases/tracks', ({ author, query }) => listBoughtTracks(ctx, author, limitOf(query), query.cursor), {
      operation: 'listBoughtTracks',
      summary: 'List the single tracks that you bought',
      session: true,
      query: ListQuery,
      response: { 200: shape.BoughtTracks },
    })
    .get('/api/purchases/mine', ({ author, query }) => listPurchases(ctx, author, limitOf(query), query.cursor), {
      operation: 'listPurchases',
      summary: 'List your purchases',
      session: true,
      query: ListQuery,
      response: { 200: shape.Purchases },
    })
