import { Elysia, t } from 'elysia'
import type { Ctx } from '../context.ts'
import { maxWebhookBytes, readText } from '../http/body.ts'
import { guard } from '../http/guard.ts'
import { testPages } from '../http/path.ts'
import { answerTestPage } from './answer-test-page.ts'
import { receiveEvent } from './receive-event.ts'
import type { EventSource } from './stored-event.ts'

const Received = t.Object({ received: t.Boolean() })

/** What the processor tells us (rule 7.6), whose signature stands for session, origin and limit; and its test pages. */
export const payment = (ctx: Ctx) =>
  new Elysia({ name: 'payment' })
    .use(guard(ctx))
    .post('/api/webhooks/stripe', ({ request }) => receive(ctx, 'platform', request), {
      parse: 'none',
      response: { 200: Received },
    })
    .post('/api/studio/stripe/webhook', ({ request }) => receive(ctx, 'accounts', request), {
      parse: 'none',
      response: { 200: Received },
    })
    .get(`${testPages}/*`, ({ request }) => answerTestPage(ctx, request), { limit: 'read' })
    .post(`${testPages}/*`, ({ request }) => answerTestPage(ctx, request), { limit: 'write', parse: 'none' })

async function receive(ctx: Ctx, source: EventSource, request: Request) {
  const body = await readText(request, maxWebhookBytes)
  await receiveEvent(ctx, source, body, request.headers.get('stripe-signature'))
  return { received: true }
}
