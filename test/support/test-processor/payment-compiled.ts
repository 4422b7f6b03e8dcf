import { randomBytes } from '../../../src/lib/hash/random-bytes.ts'
import { createProcessor } from '../../../src/platform/payment/processor.ts'
import { openTestProcessor } from '../../../src/test-processor/open.ts'
import { runThread } from '../../../src/test-processor/thread.ts'

// Compiled by payment-compiled.test.ts: pays, refunds and checks a webhook, and says so in one
// line.
async function main(): Promise<void> {
  const got = Promise.withResolvers<{ body: string; signature: string | null }>()
  const hook = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      got.resolve({ body: await request.text(), signature: request.headers.get('stripe-signature') })
      return new Response('ok')
    },
  })
  const processor = createProcessor({
    openTest: openTestProcessor,
    payments: 'test',
    secretKey: undefined,
    publishableKey: undefined,
    apiBase: undefined,
    nowMs: Date.now,
    random: randomBytes,
    test: { file: 'test-processor.db', program: Bun.main },
  })
  if (!processor?.test) throw new Error('The test processor did not start.')
  const { stripe, test } = processor
  const endpoint = await stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${hook.port}/`,
    enabled_events: ['payment_intent.succeeded'],
  })
  const intent = await stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' })
  const answer = await test.confirmCard({
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' },
    returnUrl: 'https://tapedeck.example/return',
  })
  const { body, signature } = await got.promise
  const event = await processor.constructEvent(body, signature, endpoint.secret ?? '', Date.now())
  const refund = await stripe.refunds.create({ payment_intent: intent.id })
  await processor.stop()
  await hook.stop(true)
  console.log([answer?.status, event.type, refund.status].join(' '))
}

if (Bun.isMainThread) await main()
else runThread()
