import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { refundWhole } from '../../src/order/give-back/refund-whole.ts'
import { signPayload } from '../../src/test-processor/event/deliver.ts'
import { rowsOf } from '../support/account/account.ts'
import { eventOf } from '../support/platform/webhook.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import {
  accessOf,
  ask,
  balances,
  begin,
  card,
  collect,
  confirm,
  openShop,
  postings,
  settled,
  shopOf,
  verify,
} from '../support/shop/checkout.ts'
import { publishableKey, secretKey, startPayments } from '../support/test-processor/stripe.ts'
import { world } from '../support/world.ts'

type Intercept = (request: Request, answer: () => Promise<Response>) => Promise<Response>

const isCreation = ({ method, url }: Request) => method === 'POST' && new URL(url).pathname === '/v1/payment_intents'
const isReading = ({ method, url }: Request) => method === 'GET' && url.includes('/v1/payment_intents/')

const html = () => new Response('<html>Bad gateway</html>', { headers: { 'content-type': 'text/html' } })
const half = () =>
  new Response('{"id": "pi_1", "object": "payment_', { headers: { 'content-type': 'application/json' } })
const other = () => Response.json({ message: 'not found' })
const broken = () => Response.json({ error: { type: 'api_error', message: 'boom' } }, { status: 500 })

const unreachable = {
  error: 'The payment processor is not answering right now.',
  code: 'UNAVAILABLE',
  hint: 'Try again in a minute. You will not be charged twice.',
}

test.each([
  ['HTML', html],
  ['half an answer', half],
  ['something else', other],
])('a processor that answers %s after doing its work is asked again with the same key', async (_name, spoil) => {
  const keys: (string | null)[] = []
  let spoiled = 0
  const intercept: Intercept = async (request, answer) => {
    if (!isCreation(request)) return answer()
    keys.push(request.headers.get('idempotency-key'))
    const response = await answer()
    if (spoiled >= 2) return response
    spoiled += 1
    return spoil()
  }
  const { svc, ada } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { orderId, paymentIntentId } = await begin(svc, ada)
  expect(keys).toEqual([`order-${orderId}`, `order-${orderId}`, `order-${orderId}`])
  const { data } = await shopOf(svc).stripe.paymentIntents.list()
  expect(data.map(({ id }) => id)).toEqual([paymentIntentId])
})

test('a processor that stays down is told plainly, and the next checkout charges once', async () => {
  let isDown = true
  const intercept: Intercept = async (_request, answer) => (isDown ? broken() : answer())
  const { svc, ada, dawn } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const { status, json, headers } = await ask(svc, ada)
  expect([status, json, headers.get('retry-after')]).toEqual([503, unreachable, '30'])
  isDown = false
  const started = await begin(svc, ada)
  isDown = true
  const blind = await verify(svc, ada, started)
  expect([blind.status, blind.json]).toEqual([503, unreachable])
  isDown = false
  await confirm(svc, ada, started)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect([balances(svc).BUYERS, postings(svc).SALE]).toEqual([-700, 1])
})

test('an answer that never comes does not hold other requests up', async () => {
  const held = Promise.withResolvers<void>()
  const intercept: Intercept = async (request, answer) => {
    if (isCreation(request)) await held.promise
    return answer()
  }
  const { svc, ada, hidden } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const waiting = ask(svc, ada)
  expect((await svc.call('GET', '/api/casset/nova/media', { cookie: hidden.cookie })).status).toBe(200)
  held.resolve()
  expect((await waiting).status).toBe(200)
})

test('a payment of another amount than was ordered grants nothing', async () => {
  const { svc, ada, dawn } = await openShop()
  await using _ = svc
  const started = await begin(svc, ada)
  await shopOf(svc).stripe.paymentIntents.update(started.paymentIntentId, { amount: 50 })
  await confirm(svc, ada, started)
  await settled(svc)
  expect((await verify(svc, ada, started)).status).toBe(409)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect([rowsOf(svc, 'purchases'), balances(svc).REFUNDS]).toEqual([[], 50])
})

test('a second payment of the same casset goes back by itself', async () => {
  const { svc, ada, dawn } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const first = await begin(svc, ada)
  // It looks as if the first order's payment could not be cancelled in time.
  svc.ctx.db.$client.run("UPDATE orders SET state = 'REPLACED'")
  const second = await begin(svc, ada)
  await confirm(svc, ada, first)
  await confirm(svc, ada, second)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(balances(svc)).toEqual({
    BUYERS: -1_400,
    REFUNDS: 700,
    // The processor keeps its fee, which is taken from the first sale.
    nova: 530,
    'OWED nova': 0,
    PLATFORM: 70,
    PROCESSOR_FEES: 100,
  })
  const { data } = await shopOf(svc).stripe.refunds.list()
  expect(data.map(({ amount, reason }) => [amount, reason])).toEqual([[700, 'duplicate']])
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('an event stored before a kill -9 is worked on after it, once, in a program that speaks to a real peer', async () => {
  using folder = temporaryFolder()
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let isHeld = false
  const intercept: Intercept = async (request, answer) => {
    if (isHeld && isReading(request)) {
      asked.resolve()
      await held.promise
    }
    return answer()
  }
  await using pay = startPayments({ intercept })
  const env = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_crash',
    STRIPE_API_BASE: pay.test.url,
    LOG_LEVEL: 'error',
  }
  const { ada, dawn } = await (async () => {
    await using svc = await startServer({ dataDir: folder.path })
    const people = await world(svc)
    makeOwner(svc.ctx, 'nova@example.com')
    return people
  })()
  const access = async (svc: { call: (method: string, path: string, options: object) => Promise<{ json: unknown }> }) =>
    Reflect.get(Object((await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: ada.cookie })).json), 'access')
  {
    await using svc = await startProcess({ dataDir: folder.path, env })
    const { json } = await svc.call('POST', '/api/checkout/payment-intent', {
      cookie: ada.cookie,
      body: { slug: 'nova' },
    })
    expect(json).toMatchObject({ mode: 'stripe', publishableKey, amount: 700 })
    const id = String(Reflect.get(Object(json), 'paymentIntentId'))
    await pay.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: 'https://a.example/' })
    isHeld = true
    const body = JSON.stringify(eventOf('payment_intent.succeeded', { id, object: 'payment_intent' }))
    const headers = { 'stripe-signature': signPayload(body, 'whsec_crash', Date.now()) }
    expect((await svc.fetch('/api/webhooks/stripe', { method: 'POST', body, headers })).status).toBe(200)
    await asked.promise
    expect(await access(svc)).toBe('hook')
    await svc.end('SIGKILL')
  }
  isHeld = false
  held.resolve()
  await using svc = await startProcess({ dataDir: folder.path, env })
  while ((await access(svc)) !== 'full') await Bun.sleep(20)
  await svc.end('SIGTERM')
  await using after = await startServer({ dataDir: folder.path })
  expect(postings(after)).toEqual({ SALE: 1, PROCESSOR_FEE: 1 })
  expect(rowsOf(after, 'purchases')).toHaveLength(1)
  expect(verifyLedger(after.ctx).problems).toEqual([])
})

test('a second payment that its buyer disputes is left to their bank, and no job goes on asking', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const { orderId, paymentIntentId } = await collect(svc, ada, card('4000000000000259'))
  await refundWhole(svc.ctx, orderId, 'duplicate')
  expect(rowsOf(svc, 'orders')).toMatchObject([{ id: orderId, state: 'PAID', refused_refunds: 0 }])
  const { data } = await shopOf(svc).stripe.refunds.list({ payment_intent: paymentIntentId })
  expect(data).toEqual([])
})
