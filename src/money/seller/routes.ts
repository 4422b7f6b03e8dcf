import { Elysia, t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { guard } from '../../platform/http/guard.ts'
import { limitOf } from '../../platform/http/list-query.ts'
import { visitorOrigin } from '../../platform/http/origin.ts'
import { refuseOthers } from '../../platform/http/refuse-others.ts'
import { askPermission } from './ask-permission.ts'
import { decidePermission } from './decide-permission.ts'
import { listSellers } from './list-sellers.ts'
import * as shape from './model.ts'
import { openDashboard } from './open-dashboard.ts'
import { readPayouts } from './read-payouts.ts'
import { sellingOf } from './selling.ts'
import { startOnboarding } from './start-onboarding.ts'

/** Routes of an artist's payouts: their account at the processor and its balance. */
export const seller = (ctx: Ctx) =>
  new Elysia({ name: 'seller' })
    .use(guard(ctx))
    .get('/api/studio/payouts', ({ author }) => readPayouts(ctx, author), {
      limit: 'read',
      session: true,
      response: { 200: shape.Payouts },
    })
    .post(
      '/api/studio/payouts/onboarding',
      ({ author, body, request }) => startOnboarding(ctx, author, body.country, visitorOrigin(ctx, request)),
      {
        limit: 'write',
        session: true,
        fresh: true,
        body: shape.NewOnboarding,
        response: { 200: shape.Visit },
      },
    )
    .post(
      '/api/studio/payouts/dashboard',
      ({ author, request }) => openDashboard(ctx, author, visitorOrigin(ctx, request)),
      { limit: 'write', session: true, fresh: true, response: { 200: shape.Visit } },
    )
    .post(
      '/api/studio/payouts/permission',
      ({ author }) => {
        askPermission(ctx, author)
        return { selling: sellingOf(ctx, author) }
      },
      { limit: 'write', session: true, refuses: ['BAD_STATE'], response: { 200: shape.AskedToSell } },
    )
    .get(
      '/api/admin/sellers',
      ({ author, query }) => {
        refuseOthers(author)
        return listSellers(ctx, limitOf(query), query)
      },
      {
        limit: 'read',
        session: true,
        refuses: ['FORBIDDEN'],
        query: shape.SellersQuery,
        response: { 200: shape.Sellers },
      },
    )
    .patch(
      '/api/admin/sellers/:id',
      ({ author, params: { id }, body }) => {
        refuseOthers(author)
        return { seller: decidePermission(ctx, id, body.allowed) }
      },
      {
        limit: 'write',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.SellerPatch,
        response: { 200: t.Object({ seller: shape.Seller }) },
      },
    )
