import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { refusals } from '../http/answer/refusals.ts'
import type { Guarded } from '../http/guard.ts'
import { maxWebhookBytes, readText } from '../http/request/body.ts'
import { testPages } from '../http/request/path.ts'
import { receiveEvent } from './event/receive-event.ts'
import type { EventSource } from './event/stored-event.ts'
import { answerTestPage } from './test-card/answer-test-page.ts'

const Received = t.Object({ received: t.Boolean() })

/** Webhooks, signed in place of session, origin and limit (rule: webhooks); test pages. */
export const payment = (ctx: Ctx) => (app: Guarded) =>
  app
    .post('/api/webhooks/stripe', ({ request }) => receive(ctx, 'platform', request), {
      operation: 'receiveStripeEvent',
      summary: 'Receive events of the payment processor',
      limit: 'none',
      parse: 'none',
      detail: signed(),
      response: { 200: Received },
    })
    .post('/api/studio/stripe/webhook', ({ request }) => receive(ctx, 'accounts', request), {
      operation: 'receiveStripeEventAtStudio',
      summary: 'Receive events of the payment processor, at the other address',
      limit: 'none',
      parse: 'none',
      detail: signed(),
      response: { 200: Received },
    })
    .get(`${testPages}/*`, ({ request }) => answerTestPage(ctx, request), { detail: { hide: true } })
    .post(`${testPages}/*`, ({ request }) => answerTestPage(ctx, request), {
      parse: 'none',
      detail: { hide: true },
    })

/** Each route gets its own, since Elysia writes into it. */
const signed = () => ({
  security: [{ stripeSignature: [] }],
  requestBody: {
    required: true,
    description: "An event of the payment processor's, signed as it came",
    content: { 'application/json': { schema: { type: 'object' as const } } },
  },
  responses: refusals('UNAVAILABLE'),
})

async function receive(ctx: Ctx, source: EventSource, request: Request) {
  const body = await readText(request, maxWebhookBytes)
  await receiveEvent(ctx, source, body, request.headers.get('stripe-signature'))
  return { received: true }
}
