import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { limitOf } from '../../platform/http/request/list-query.ts'
import { actWith } from '../../platform/http/session/act.ts'
import { visitorOrigin } from '../../platform/http/site/origin.ts'
import { openDashboard } from './account/open-dashboard.ts'
import { startOnboarding } from './account/start-onboarding.ts'
import { listSellers } from './list-sellers.ts'
import * as shape from './model.ts'
import { readPayouts } from './payout/read-payouts.ts'
import { artistById, decidePermission, sellsNow } from './permission/decide-permission.ts'
import { requestPermission } from './permission/request-permission.ts'
import { sellingOf } from './permission/selling.ts'

export const seller = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/payouts', ({ author }) => readPayouts(ctx, author), {
      operation: 'listPayouts',
      summary: 'List your payouts',
      session: true,
      response: { 200: shape.Payouts },
    })
    .post(
      '/api/studio/payouts/onboarding',
      ({ author, body, request }) => startOnboarding(ctx, author, body.country, visitorOrigin(ctx, request)),
      {
        operation: 'startPayoutOnboarding',
        summary: 'Go to the processor to be paid out',
        session: true,
        fresh: true,
        body: shape.NewOnboarding,
        response: { 200: shape.Visit },
      },
    )
    .post(
      '/api/studio/payouts/dashboard',
      ({ author, request }) => openDashboard(ctx, author, visitorOrigin(ctx, request)),
      {
        operation: 'openPayoutDashboard',
        summary: 'Go to your account at the processor',
        session: true,
        fresh: true,
        response: { 200: shape.Visit },
      },
    )
    .post(
      '/api/studio/payouts/permission',
      ({ author }) => {
        requestPermission(ctx, author)
        return { selling: sellingOf(ctx, author) }
      },
      {
        operation: 'askToSell',
        summary: 'Ask to sell',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 200: shape.AskedToSell },
      },
    )
    .get('/api/admin/sellers', ({ query }) => listSellers(ctx, limitOf(query), query), {
      operation: 'listSellers',
      summary: 'List those who sell',
      session: true,
      desk: 'money',
      query: shape.SellersQuery,
      response: { 200: shape.Sellers },
    })
    .patch('/api/admin/sellers/:id', ({ params: { id }, body }) => ({ seller: decidePermission(ctx, id, body) }), {
      operation: 'updateSeller',
      summary: 'Let somebody sell, or no longer',
      session: true,
      act: actWith('allow-seller', shape.SellerPatch, ({ id = '' }, { allowed }) => ({
        userIds: [artistById(ctx, id).userId],
        thingId: id,
        ...(!allowed && sellsNow(ctx, id) ? { act: 'end-seller' } : {}),
      })),
      refuses: ['BAD_STATE'],
      body: shape.SellerPatch,
      response: { 200: t.Object({ seller: shape.Seller }) },
    })
