import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { rowsOf } from '../support/account/account.ts'
import { cassetRow, patchCasset } from '../support/casset/casset.ts'
import { startServer } from '../support/server.ts'
import { shareNames, shareShop } from '../support/shared.ts'
import {
  accessOf,
  ask,
  balances,
  begin,
  collect,
  confirm,
  goodCard,
  openShop,
  postings,
  settled,
  shopOf,
  startShop,
  verify,
} from '../support/shop/checkout.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

const sharedShop = shareShop()
const sharedServer = shareNames()

const purchase = (cassetId: string, changes: Record<string, unknown> = {}) => ({
  id: expect.any(String),
  casset: { id: cassetId, slug: 'nova', handle: 'nova', displayName: 'Nova', cover: null },
  amount: 700,
  currency: 'usd',
  status: 'PAID',
  mode: 'test',
  entitles: true,
  isGift: false,
  purchasedAt: expect.stringMatching(/Z$/),
  ...changes,
})

const badState = (error: string, hint?: string) => ({ error, code: 'BAD_STATE', ...(hint ? { hint } : {}) })

test('a paid casset opens to its buyer by the webhook alone, and to nobody else', async () => {
  const { svc, nova, ada, dawn, hidden } = await sharedShop()
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  const { status, json } = await ask(svc, ada)
  expect([status, json]).toEqual([
    200,
    {
      orderId: expect.any(String),
      paymentIntentId: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      amount: 700,
      currency: 'usd',
      publishableKey: expect.stringMatching(/^pk_test_/),
      mode: 'test',
    },
  ])
  expect(await accessOf(svc, dawn.id, ada)).toBe('hook')
  const started = await begin(svc, ada)
  const confirmed = await confirm(svc, ada, started)
  expect([confirmed.status, confirmed.json]).toEqual([
    200,
    { status: 'succeeded', declineCode: null, nextAction: null },
  ])
  await settled(svc)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(await accessOf(svc, dawn.id, hidden)).toBe('hook')
  const media = await svc.call('GET', '/api/casset/nova/media', { cookie: ada.cookie })
  expect(media.json).toMatchObject({ viewer: { entitled: true, owner: false } })
  expect(media.text).not.toContain('"sales"')
  const owner = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
  expect(owner.json).toMatchObject({ casset: { sales: { count: 1, amount: { amount: 700, currency: 'usd' } } } })
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  expect(mine.json).toEqual({ purchases: [purchase(nova.cassetId)], nextCursor: null })
  const others = await svc.call('GET', '/api/purchases/mine', { cookie: hidden.cookie })
  expect(others.json).toEqual({ purchases: [], nextCursor: null })
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('verify grants at once, and the webhook after it changes nothing', async () => {
  const { svc, nova, ada } = await sharedShop()
  const started = await begin(svc, ada)
  expect((await verify(svc, ada, started)).json).toEqual({
    status: 'requires_payment_method',
    entitled: false,
    purchase: null,
  })
  await confirm(svc, ada, started)
  const verified = await verify(svc, ada, started)
  const granted = { status: 'succeeded', entitled: true, purchase: purchase(nova.cassetId) }
  expect([verified.status, verified.json]).toEqual([200, granted])
  await svc.ctx.jobs.idle()
  const before = [rowsOf(svc, 'purchases'), rowsOf(svc, 'ledger_entries')]
  await settled(svc)
  expect([rowsOf(svc, 'purchases'), rowsOf(svc, 'ledger_entries')]).toEqual(before)
  expect((await verify(svc, ada, started)).json).toEqual(granted)
})

test('the money of a sale is divided to the cent: artist, platform, and what the processor takes', async () => {
  const { svc, ada } = await openShop({ env: { PLATFORM_FEE_PERCENT: '12.5' } })
  await using _ = svc
  await collect(svc, ada)
  expect(balances(svc)).toEqual({ BUYERS: -700, nova: 563, 'OWED nova': 0, PLATFORM: 87, PROCESSOR_FEES: 50 })
  expect(postings(svc)).toEqual({ SALE: 1, PROCESSOR_FEE: 1, TRANSFER: 1, PLATFORM_FEE: 1 })
})

test("the owner of the instance sells through the platform's own account", async () => {
  const { svc, ada } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  await collect(svc, ada)
  expect(balances(svc)).toEqual({ BUYERS: -700, nova: 650, PROCESSOR_FEES: 50 })
  expect(rowsOf(svc, 'seller_accounts')).toEqual([])
})

test('with real payments an artist who has not set payouts up cannot sell, and nothing is written', async () => {
  const env = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  await using svc = await startServer({ env: { ...env, SELLERS: 'open', STRIPE_API_BASE: 'http://127.0.0.1:9' } })
  const { ada } = await world(svc)
  const { status, json } = await ask(svc, ada)
  const hint = 'The artist has to set up payouts in the studio first.'
  expect([status, json]).toEqual([409, badState('This artist cannot be paid right now.', hint)])
  expect(rowsOf(svc, 'orders')).toEqual([])
})

test('a buyer may pay more than the price, and nobody pays less', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  for (const amount of [699, 50]) {
    const { status, json } = await ask(svc, ada, { slug: 'nova', amount })
    const error = { error: 'This is less than the price.', code: 'VALIDATION', field: 'amount' }
    expect([status, json]).toEqual([400, { ...error, hint: 'The minimum is $7.00.' }])
  }
  for (const amount of [49, 0, -700, 700.5, 1_000_001, '700', null, 1e300]) {
    const { status, json } = await ask(svc, ada, { slug: 'nova', amount })
    expect([amount, status, json]).toEqual([
      amount,
      400,
      expect.objectContaining({ code: 'VALIDATION', field: 'amount' }),
    ])
  }
  const currency = await ask(svc, ada, { slug: 'nova', currency: 'jpy' })
  expect(currency.json).toMatchObject({ code: 'VALIDATION', field: 'currency' })
  expect(rowsOf(svc, 'orders')).toEqual([])
  await collect(svc, ada, goodCard, { slug: 'nova', amount: 1_234 })
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  expect(mine.json).toEqual({ purchases: [purchase(nova.cassetId, { amount: 1_234 })], nextCursor: null })
})

test('a free casset is collected at once, also where no payments are taken, and may be paid for', async () => {
  const svc = await sharedServer()
  const { nova, ada, hidden, dawn } = await world(svc)
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0')
  const free = await ask(svc, ada)
  expect([free.status, free.json]).toEqual([200, { orderId: expect.any(String), entitled: true }])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  expect(rowsOf(svc, 'ledger_entries')).toEqual([])
  const mine = await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })
  expect(mine.json).toEqual({ purchases: [purchase(nova.cassetId, { amount: 0, mode: 'free' })], nextCursor: null })
  const paid = await ask(svc, hidden, { slug: 'nova', amount: 100 })
  const hint = 'Its owner has not set up payments.'
  expect([paid.status, paid.json]).toEqual([409, badState('This site takes no payments yet.', hint)])
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a casset that cannot be collected is refused in words, and nothing is written', async () => {
  const { svc, nova, ada, draft } = await openShop()
  await using _ = svc
  const empty = cast(svc.ctx, 'empty', { priceMinor: 500 })
  await addReadyTrack(svc.ctx, empty.cassetId, 'Away', { active: false })
  await addReadyTrack(svc.ctx, empty.cassetId, 'Soon', { status: 'PROCESSING' })
  const refusals = [
    [nova, 'nova', 409, badState('This is your own casset.')],
    [ada, 'empty', 409, badState('There is nothing to hear on this casset yet.')],
    [ada, 'draft', 404, { error: 'There is no such casset.', code: 'NOT_FOUND' }],
    [ada, 'hidden', 404, { error: 'There is no such casset.', code: 'NOT_FOUND' }],
    [draft, 'nobody', 404, { error: 'There is no such casset.', code: 'NOT_FOUND' }],
  ] as const
  for (const [buyer, slug, status, body] of refusals) {
    const answer = await ask(svc, buyer, { slug })
    expect([slug, answer.status, answer.json]).toEqual([slug, status, body])
  }
  expect(rowsOf(svc, 'orders')).toEqual([])
  await collect(svc, ada)
  const again = await ask(svc, ada)
  expect([again.status, again.json]).toEqual([409, badState('You already have this casset.')])
})

test('a second checkout replaces the first, whose payment cannot be made any more', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const first = await begin(svc, ada)
  const second = await begin(svc, ada, { slug: 'nova', amount: 900 })
  expect(second.orderId).not.toBe(first.orderId)
  const late = await confirm(svc, ada, first)
  const hint = 'Start the checkout again.'
  expect([late.status, late.json]).toEqual([409, badState('This payment can no longer be made.', hint)])
  expect((await verify(svc, ada, first)).json).toEqual({ status: 'canceled', entitled: false, purchase: null })
  await confirm(svc, ada, second)
  await settled(svc)
  const states = svc.ctx.db.$client.query('SELECT state, amount_minor FROM orders ORDER BY id').values()
  expect(states).toEqual([
    ['REPLACED', 700],
    ['PAID', 900],
  ])
  expect(balances(svc).BUYERS).toBe(-900)
})

test('a checkout that is begun again after it was paid finds the casset collected', async () => {
  const { svc, ada, dawn } = await openShop()
  await using _ = svc
  const started = await begin(svc, ada)
  await shopOf(svc).test.confirmCard({ ...started, card: goodCard, returnUrl: svc.url })
  svc.ctx.db.$client.run('DELETE FROM webhook_events')
  const again = await ask(svc, ada)
  expect([again.status, again.json]).toEqual([409, badState('You already have this casset.')])
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
  await settled(svc)
  expect(balances(svc).BUYERS).toBe(-700)
})

test('twenty checkouts begun at once leave one order open', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(svc, ada)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const states = svc.ctx.db.$client.query('SELECT state, count(*) FROM orders GROUP BY state ORDER BY state').values()
  expect(states).toEqual([
    ['OPEN', 1],
    ['REPLACED', 19],
  ])
  const { data } = await shopOf(svc).stripe.paymentIntents.list({ limit: 100 })
  expect(data.filter(({ status }) => status !== 'canceled')).toHaveLength(1)
})

test('the price of the order holds when the price changes between intent and payment', async () => {
  const { svc, nova, ada } = await sharedShop()
  const started = await begin(svc, ada)
  expect((await patchCasset(svc, nova, { price: 9_900 })).status).toBe(200)
  await confirm(svc, ada, started)
  expect((await verify(svc, ada, started)).json).toMatchObject({ entitled: true, purchase: { amount: 700 } })
})

test('the buyer keeps what is unpublished or made private after the payment, and others do not see it', async () => {
  const { svc, nova, ada, hidden, dawn } = await sharedShop()
  await collect(svc, ada)
  for (const change of [{ published: false }, { published: true, privacy: 'private' }]) {
    await patchCasset(svc, nova, change)
    expect(cassetRow(svc, nova.cassetId)).toMatchObject(change)
    expect(await accessOf(svc, dawn.id, ada)).toBe('full')
    const media = await svc.call('GET', '/api/casset/nova/media', { cookie: ada.cookie })
    expect(media.json).toMatchObject({ viewer: { entitled: true, owner: false } })
    expect(await accessOf(svc, dawn.id, hidden)).toBe('404')
    expect((await svc.call('GET', '/api/casset/nova/media', { cookie: hidden.cookie })).status).toBe(404)
    expect((await svc.call('GET', '/api/casset/nova/media')).status).toBe(404)
  }
})

test('without payments a priced casset is 409, and test cards have no address', async () => {
  const svc = await sharedServer()
  const { ada } = await world(svc)
  expect((await ask(svc, ada)).status).toBe(409)
  const { status, json } = await confirm(svc, ada, { orderId: '', paymentIntentId: 'pi_1', clientSecret: 's' })
  expect([status, json]).toEqual([404, { error: 'There is nothing at this address.', code: 'NOT_FOUND' }])
})

test('purchases are listed newest first, a page at a time', async () => {
  await using svc = await startShop()
  const { ada } = await world(svc)
  for (const name of ['one', 'two', 'three']) {
    const { cassetId } = cast(svc.ctx, name)
    await addReadyTrack(svc.ctx, cassetId, name)
    svc.tick(1_000)
    await ask(svc, ada, { slug: name })
  }
  const page = async (query: string) => {
    const { json } = await svc.call('GET', `/api/purchases/mine?${query}`, { cookie: ada.cookie })
    const { purchases, nextCursor } = JSON.parse(JSON.stringify(json))
    return [purchases.map(({ casset }: { casset: { slug: string } }) => casset.slug), nextCursor]
  }
  const [first, cursor] = await page('limit=2')
  expect(first).toEqual(['three', 'two'])
  expect(await page(`limit=2&cursor=${cursor}`)).toEqual([['one'], null])
})
