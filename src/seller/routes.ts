import { Elysia } from 'elysia'
import type { Ctx } from '../context.ts'
import { guard } from '../http/guard.ts'
import { visitorOrigin } from '../http/origin.ts'
import * as shape from './model.ts'
import { readPayouts } from './read-payouts.ts'
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
      { limit: 'write', session: true, body: shape.NewOnboarding, response: { 200: shape.Onboarding } },
    )
