import { t } from 'elysia'
import type { Remembering } from '../../account/session/session-cookie.ts'
import { noteOrder } from '../../audience/letter/page/letter-cookie.ts'
import type { Ctx } from '../../context.ts'
import { WithSecret } from '../../order/shape.ts'
import { none } from '../../platform/http/answer/none.ts'
import { addressOf } from '../../platform/http/guard.ts'
import { Claimed } from '../purchase/shape.ts'
import { referralCodes } from '../referral/referral-cookie.ts'
import { keepPurchase } from './claim-purchase.ts'
import { forgetAddress, mailLinks } from './forget-address.ts'
import { joinWithPurchase } from './join-with-purchase.ts'
import * as shape from './model.ts'
import { keepRest } from './rest-cookie.ts'
import { startGuestCheckout } from './start-guest-checkout.ts'

/** Collecting by email, without account (rules: guests, secret-link, claims, guest-email). */
export const guest = (ctx: Ctx) => (app: Remembering) =>
  app
    .post(
      '/api/checkout/guest',
      async ({ viewer, body, request, server }) => {
        const address = addressOf(ctx, request, server)
        const begun = await startGuestCheckout(ctx, viewer, body, { visited: referralCodes(request), address })
        noteOrder(ctx, request, begun.orderId)
        return begun
      },
      {
        operation: 'startGuestPayment',
        summary: 'Begin to buy a casset without an account',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: shape.NewGuestCheckout,
        response: { 200: shape.GuestCheckout },
      },
    )
    .post('/api/guest/keep', ({ author, body }) => keepPurchase(ctx, author, body), {
      operation: 'keepGuestPurchase',
      summary: 'Bring what you just paid as a guest into your account',
      session: true,
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: shape.PayersSecret,
      response: { 200: Claimed },
    })
    .post(
      '/api/guest/keep/new',
      async ({ body, client, keepSession, keepDevice, status }) => {
        const { account, token } = await joinWithPurchase(ctx, body, client())
        keepSession(token)
        keepDevice(account.user.id)
        return status(204, undefined)
      },
      {
        operation: 'keepGuestPurchaseInNewAccount',
        summary: 'Make an account for what you just paid as a guest',
        limit: 'auth',
        refuses: ['NOT_FOUND', 'BAD_STATE', 'FORBIDDEN'],
        body: shape.NewKeeper,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/guest/mail', ({ body, status }) => status(204, none(mailLinks(ctx, body.secret))), {
      operation: 'resendGuestLinks',
      summary: 'Send a guest their links again',
      refuses: ['NOT_FOUND', 'BAD_STATE'],
      body: WithSecret,
      response: { 204: t.Undefined() },
    })
    .post(
      '/api/guest/rest',
      ({ body, request, set, status }) => {
        set.headers['set-cookie'] = keepRest(ctx, request, body.secret)
        return status(204, undefined)
      },
      {
        operation: 'startGuestRest',
        summary: 'Let this browser buy the rest for the difference',
        refuses: ['NOT_FOUND', 'BAD_STATE'],
        body: WithSecret,
        response: { 204: t.Undefined() },
      },
    )
    .post('/api/guest/forget', ({ body, status }) => status(204, none(forgetAddress(ctx, body.secret))), {
      operation: 'forgetGuest',
      summary: "Forget a guest's address",
      refuses: ['NOT_FOUND'],
      body: WithSecret,
      response: { 204: t.Undefined() },
    })
