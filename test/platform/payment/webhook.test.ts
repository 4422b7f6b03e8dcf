import { expect, test } from 'bun:test'
import { verifyLedger } from '../../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../../support/account/account.ts'
import { deliver, eventOf, secretOf } from '../../support/platform/webhook.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import {
  accessOf,
  balances,
  begin,
  card,
  collect,
  confirm,
  goodCard,
  openShop,
  postings,
  settled,
  shopOf,
  verify,
} from '../../support/shop/checkout.ts'

const refused = { error: 'The signature of this webhook cannot be verified.', code: 'VALIDATION' }
const dropped = { intercept: async () => new Response('{}', { status: 500 }) }

const statusOf = (svc: TestServer) =>
  svc.ctx.db.$client.query('SELECT status, ended_at IS NULL FROM purchases').values()

const stored = (svc: TestServer) =>
  svc.ctx.db.$client.query("SELECT id FROM webhook_events WHERE source = 'platform'").values().flat()

test('a forged, stale, future, altered or absent signature is 400, and nothing is stored', async () => {
  const { svc } = await openShop()
  await using _ = svc
  const event = eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' })
  const now = svc.ctx.now()
  const answers = [
    await deliver(svc, event, { secret: 'whsec_forged' }),
    await deliver(svc, event, { atMs: now - 302_000 }),
    await deliver(svc, event, { atMs: now + 302_000 }),
    await deliver(svc, event, { body: JSON.stringify({ ...event, id: 'evt_other' }) }),
    await deliver(svc, event, { signature: '' }),
    await deliver(svc, event, { signature: 't=1,v1=' }),
    await deliver(svc, event, { signature: 'v1=abc' }),
    await deliver(svc, { hello: 'you' }),
  ]
  expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [400, refused]))
  const unsigned = await svc.fetch('/api/webhooks/stripe', { method: 'POST', body: JSON.stringify(event) })
  expect([unsigned.status, await unsigned.json()]).toEqual([400, refused])
  expect([stored(svc), rowsOf(svc, 'jobs')]).toEqual([[], []])
  for (const atMs of [now - 298_000, now + 298_000]) expect((await deliver(svc, event, { atMs })).status).toBe(200)
})

test('real money is not taken for a test, and nothing is stored', async () => {
  const { svc } = await openShop()
  await using _ = svc
  const { status, json } = await deliver(svc, eventOf('payment_intent.succeeded', { id: 'pi_1' }, { livemode: true }))
  expect([status, json]).toEqual([400, { error: 'This instance takes no events of real money.', code: 'VALIDATION' }])
  expect(stored(svc)).toEqual([])
})

test('without payments, and without a secret, a webhook is 503', async () => {
  const event = JSON.stringify(eventOf('payment_intent.succeeded', { id: 'pi_1' }))
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  for (const env of [{}, keys, { PAYMENTS: 'off', STRIPE_WEBHOOK_SECRET: 'whsec_1' }]) {
    await using svc = await startServer({ env })
    const response = await svc.fetch('/api/webhooks/stripe', { method: 'POST', body: event })
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '3600',
      { error: 'No webhook secret is set up here.', code: 'UNAVAILABLE' },
    ])
    expect(stored(svc)).toEqual([])
  }
})

test('a body over a megabyte is 413', async () => {
  const { svc } = await openShop()
  await using _ = svc
  const event = eventOf('charge.updated', { id: 'ch_1', object: 'charge', pad: 'x'.repeat(100_000) })
  expect((await deliver(svc, event)).status).toBe(200)
  expect((await deliver(svc, { ...event, pad: 'x'.repeat(1_000_000) })).status).toBe(413)
})

test('an event is stored word for word, once, and worked on once', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const started = await begin(svc, ada)
  await shopOf(svc).test.confirmCard({ ...started, card: goodCard, returnUrl: svc.url })
  const event = eventOf('payment_intent.succeeded', { id: started.paymentIntentId, object: 'payment_intent' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(svc, event)))
  expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [200, { received: true }]))
  await settled(svc)
  const kept = svc.ctx.db.$client
    .query('SELECT body, processed_at > 0 FROM webhook_events WHERE id = ?')
    .values(event.id)
  expect(kept).toEqual([[JSON.stringify(event), 1]])
  await deliver(svc, event)
  expect(rowsOf(svc, 'jobs')).toEqual([])
  expect([statusOf(svc), postings(svc).SALE]).toEqual([[['PAID', 1]], 1])
})

test('the body of an event is not believed, only that something happened to a payment', async () => {
  const { svc, ada, dawn } = await openShop()
  await using _ = svc
  const { paymentIntentId: id } = await begin(svc, ada)
  const claims = { id, object: 'payment_intent', status: 'succeeded', amount: 700, amount_received: 700 }
  await deliver(svc, eventOf('payment_intent.succeeded', claims))
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  expect([rowsOf(svc, 'purchases'), rowsOf(svc, 'ledger_entries')]).toEqual([[], []])
})

test('unknown events, and those of payments that are not ours, are kept and change nothing', async () => {
  const { svc } = await openShop()
  await using _ = svc
  const events = [
    eventOf('price.created', { id: 'price_1', object: 'price' }),
    eventOf('payment_intent.succeeded', { id: 'pi_elsewhere', object: 'payment_intent' }),
    eventOf('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: null }),
    eventOf('charge.dispute.closed', { strange: true }),
  ]
  for (const event of events) expect((await deliver(svc, event)).status).toBe(200)
  await settled(svc)
  const left = svc.ctx.db.$client.query('SELECT count(*) FROM webhook_events WHERE processed_at IS NULL').values()
  expect([stored(svc).length, left, rowsOf(svc, 'jobs'), rowsOf(svc, 'purchases')]).toEqual([4, [[0]], [], []])
})

test('fifty verifies and fifty webhooks at once make one purchase and one posting of each kind', async () => {
  const { svc, ada } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const started = await begin(svc, ada)
  await shopOf(svc).test.confirmCard({ ...started, card: goodCard, returnUrl: svc.url })
  const object = { id: started.paymentIntentId, object: 'payment_intent' }
  await Promise.all(
    Array.from({ length: 50 }, async (_none, index) => {
      const event = eventOf('payment_intent.succeeded', object, { id: `evt_${index}` })
      const [webhook, verified] = await Promise.all([deliver(svc, event), verify(svc, ada, started)])
      expect([webhook.status, verified.status]).toEqual([200, 200])
    }),
  )
  await settled(svc)
  expect(statusOf(svc)).toEqual([['PAID', 1]])
  expect(postings(svc)).toEqual({ SALE: 1, PROCESSOR_FEE: 1, TRANSFER: 1, PLATFORM_FEE: 1 })
  expect(verifyLedger(svc.ctx)).toEqual({ postings: 4, entries: 8, problems: [] })
})

test('a whole refund ends what was collected and says so; a part of it does not', async () => {
  const { svc, ada, dawn } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const { paymentIntentId: payment_intent } = await collect(svc, ada)
  const back = { payment_intent }
  await shopOf(svc).stripe.refunds.create({ ...back, amount: 200 })
  await settled(svc)
  expect([statusOf(svc), await accessOf(svc, dawn.id, ada)]).toEqual([[['PAID', 1]], 'full'])
  expect(balances(svc)).toEqual({
    BUYERS: -700,
    REFUNDS: 200,
    nova: 400,
    'OWED nova': 0,
    PLATFORM: 50,
    PROCESSOR_FEES: 50,
  })
  await shopOf(svc).stripe.refunds.create(back)
  await settled(svc)
  expect([statusOf(svc), await accessOf(svc, dawn.id, ada)]).toEqual([[['REFUNDED', 0]], 'hook'])
  expect(balances(svc)).toEqual({
    BUYERS: -700,
    REFUNDS: 700,
    nova: 0,
    'OWED nova': -50,
    PLATFORM: 0,
    PROCESSOR_FEES: 50,
  })
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  expect(mine.json).toMatchObject({ purchases: [{ status: 'REFUNDED', amount: 700 }] })
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a buyer who was given the money back may collect again', async () => {
  const { svc, ada, dawn } = await openShop()
  await using _ = svc
  const first = await collect(svc, ada)
  await shopOf(svc).stripe.refunds.create({ payment_intent: first.paymentIntentId })
  await settled(svc)
  await collect(svc, ada, goodCard, { slug: 'nova', amount: 800 })
  await deliver(
    svc,
    eventOf('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: first.paymentIntentId }),
  )
  await settled(svc)
  expect([statusOf(svc), await accessOf(svc, dawn.id, ada)]).toEqual([[['PAID', 1]], 'full'])
  expect(balances(svc)).toMatchObject({ BUYERS: -1_500, REFUNDS: 700 })
})

test('a refund that the bank sends back leaves the casset with its buyer', async () => {
  const { svc, ada, dawn } = await openShop({ testProcessor: { bankMs: 5_000 } })
  await using _ = svc
  const { paymentIntentId: payment_intent } = await collect(svc, ada, card('4000000000007726'))
  await shopOf(svc).stripe.refunds.create({ payment_intent })
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  svc.tick(6_000)
  await settled(svc)
  expect([statusOf(svc), await accessOf(svc, dawn.id, ada)]).toEqual([[['PAID', 1]], 'full'])
  expect(balances(svc).BUYERS).toBe(-700)
})

test('an open dispute is told and leaves the casset; a lost one takes it away, a won one does not', async () => {
  for (const [evidence, end, access, buyers, fees] of [
    // A seller who answers and loses pays for the answer too.
    ['losing_evidence', ['DISPUTED', 0], 'hook', 0, 3_050],
    ['winning_evidence', ['PAID', 1], 'full', -700, 1_550],
  ] as const) {
    const { svc, ada, dawn } = await openShop({ testProcessor: { bankMs: 5_000 } })
    await using _ = svc
    await collect(svc, ada, card('4000000000000259'))
    svc.tick(2_000)
    await settled(svc)
    expect([statusOf(svc), await accessOf(svc, dawn.id, ada)]).toEqual([[['DISPUTED', 1]], 'full'])
    expect(balances(svc)).toMatchObject({ BUYERS: 0, PROCESSOR_FEES: 1_550 })
    const { stripe } = shopOf(svc)
    const [dispute] = (await stripe.disputes.list()).data
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } })
    svc.tick(6_000)
    await settled(svc)
    expect([evidence, statusOf(svc), await accessOf(svc, dawn.id, ada)]).toEqual([evidence, [[...end]], access])
    expect(balances(svc)).toMatchObject({ BUYERS: buyers, PROCESSOR_FEES: fees })
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  }
})

test('events in any order, and any of them lost, end in the same state as the right order', async () => {
  const types = ['payment_intent.succeeded', 'charge.refunded', 'payment_intent.payment_failed', 'charge.updated']
  const states: [unknown, Record<string, number>, Record<string, number>][] = []
  for (const order of [types, types.toReversed(), types.slice(1, 2), [...types.slice(2), ...types.slice(0, 2)]]) {
    const { svc, ada } = await openShop()
    await using _ = svc
    const { test: side, stripe } = shopOf(svc)
    await side.registerWebhook({
      name: 'tapedeck',
      payload: 'snapshot',
      url: 'http://127.0.0.1:9/',
      events: ['none'],
      from: ['self'],
    })
    const started = await begin(svc, ada)
    await confirm(svc, ada, started, card('4000000000000002'))
    await confirm(svc, ada, started)
    await stripe.refunds.create({ payment_intent: started.paymentIntentId })
    expect(stored(svc)).toEqual([])
    for (const type of order) {
      const isIntent = type.startsWith('payment_intent')
      const object = isIntent
        ? { id: started.paymentIntentId, object: 'payment_intent' }
        : { id: 'ch_1', object: 'charge', payment_intent: started.paymentIntentId }
      await deliver(svc, eventOf(type, object))
      await settled(svc)
    }
    states.push([statusOf(svc), balances(svc), postings(svc)])
  }
  expect(states[0]?.[0]).toEqual([['REFUNDED', 0]])
  for (const state of states.slice(1)) expect([state]).toEqual(states.slice(0, 1))
})

test('while the processor is down an event waits, and is worked on when it is back', async () => {
  let isDown = false
  const intercept = async (request: Request, answer: () => Promise<Response>) => {
    if (isDown) return dropped.intercept()
    // Down from the payment on, before its event can be told.
    isDown = request.url.endsWith('/confirm')
    return answer()
  }
  const { svc, ada, dawn } = await openShop({ testProcessor: { intercept } })
  await using _ = svc
  const started = await begin(svc, ada)
  await settled(svc)
  await shopOf(svc).test.confirmCard({ ...started, card: goodCard, returnUrl: svc.url })
  await settled(svc)
  expect(stored(svc).length).toBeGreaterThan(0)
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  isDown = false
  svc.tick(60_000)
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})

test('a secret of the configuration is taken beside the one of the test processor', async () => {
  const { svc } = await openShop({ env: { STRIPE_WEBHOOK_SECRET: 'whsec_configured' } })
  await using _ = svc
  expect(secretOf(svc)).toBe('whsec_configured')
  const event = eventOf('charge.updated', { id: 'ch_1', object: 'charge' })
  expect((await deliver(svc, event, { secret: 'whsec_configured' })).status).toBe(200)
})
