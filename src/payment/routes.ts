import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { maxWebhookBytes, readText } from '../http/body.ts'
import { receiveEvent } from './receive-event.ts'

/** What the processor tells us (spec 4.13). A signature stands for session, origin and limit. */
export const payment = (ctx: Ctx) =>
  new Elysia({ name: 'payment' }).post(
    '/api/webhooks/stripe',
    async ({ request }) => {
      await receiveEvent(ctx, await readText(request, maxWebhookBytes), request.headers.get('stripe-signature'))
      return { received: true }
    },
    { parse: 'none', response: { 200: t.Object({ received: t.Boolean() }) } },
  )
