import { expect, test } from 'bun:test'
import { sellerAccounts } from '../../../db/schema/books/seller.ts'
import { rowsOf } from '../../support/account/account.ts'
import { type Delivery, deliver, eventOf, secretOf } from '../../support/platform/webhook.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { shareShop } from '../../support/shared.ts'
import { collect, openShop, settled, shopOf } from '../../support/shop/checkout.ts'
import { publishableKey, secretKey, startPayments } from '../../support/test-processor/stripe.ts'
import { world } from '../../support/world.ts'

const sharedShop = shareShop()

const refused = { error: 'The signature of this webhook cannot be verified.', code: 'VALIDATION' }

const thinOf = (type: string, id: string, changes: Record<string, unknown> = {}) => ({
  id: `evt_test_${type.replaceAll(/\W/g, '')}`,
  object: 'v2.core.event',
  created: '2026-11-21T12:00:00.000Z',
  livemode: false,
  related_object: { id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` },
  type,
  ...changes,
})

const told = (svc: TestServer, event: object, how: Delivery = {}) => deliver(svc, event, { source: 'accounts', ...how })

const stored = (svc: TestServer) =>
  svc.ctx.db.$client.query("SELECT id FROM webhook_events WHERE source = 'accounts' ORDER BY id").values().flat()

const account = (svc: TestServer) => {
  const row = svc.ctx.db.select().from(sellerAccounts).get()
  if (!row) throw new Error('Nobody is connected.')
  return row
}

/** nova has sold something, and the accounts' events of that are forgotten. */
async function connected() {
  const opened = await openShop()
  const { svc, ada } = opened
  await collect(svc, ada)
  svc.ctx.db.$client.run('DELETE FROM webhook_events')
  return opened
}

/** Keeps the processor from telling us anything of accounts by itself. */
async function mute(svc: TestServer): Promise<void> {
  for (const [name, payload] of [['tapedeck-accounts', 'thin'] as const, ['tapedeck-connect', 'snapshot'] as const]) {
    await shopOf(svc).test.registerWebhook({
      name,
      payload,
      url: 'http://127.0.0.1:9/',
      events: ['none'],
      from: ['accounts'],
    })
  }
}

test('a forged, stale, future, altered or absent signature is 400, thin or not, and nothing is stored', async () => {
  const { svc } = await sharedShop()
  const now = svc.ctx.now()
  for (const event of [thinOf('v2.core.account.closed', 'acct_1'), eventOf('account.updated', { id: 'acct_1' })]) {
    const answers = [
      await told(svc, event, { secret: 'whsec_forged' }),
      await told(svc, event, { secret: 'platform' }),
      await told(svc, event, { atMs: now - 302_000 }),
      await told(svc, event, { atMs: now + 302_000 }),
      await told(svc, event, { body: JSON.stringify({ ...event, id: 'evt_other' }) }),
      await told(svc, event, { signature: '' }),
      await told(svc, event, { signature: 't=1,v1=' }),
      await told(svc, { object: 'v2.core.event' }),
      await told(svc, { hello: 'you' }),
    ]
    expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [400, refused]))
  }
  expect([stored(svc), rowsOf(svc, 'jobs')]).toEqual([[], []])
})

test('the secret of one endpoint opens no other', async () => {
  const env = { STRIPE_WEBHOOK_SECRET: 'whsec_platform', STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_accounts' }
  const { svc } = await openShop({ env })
  await using _ = svc
  const event = thinOf('v2.core.account.updated', 'acct_1')
  expect((await told(svc, event, { secret: 'whsec_platform' })).status).toBe(400)
  expect((await told(svc, event, { secret: 'whsec_accounts' })).status).toBe(200)
  const sale = eventOf('charge.updated', { id: 'ch_1', object: 'charge' })
  expect((await deliver(svc, sale, { secret: 'whsec_accounts' })).status).toBe(400)
})

test('the secret of a registered endpoint opens no other either', async () => {
  const { svc } = await sharedShop()
  const event = eventOf('account.updated', { id: 'acct_1' }, { account: 'acct_1' })
  expect((await told(svc, event, { secret: secretOf(svc, 'platform') })).status).toBe(400)
  const sale = eventOf('charge.updated', { id: 'ch_1', object: 'charge' })
  expect((await deliver(svc, sale, { secret: secretOf(svc, 'accounts') })).status).toBe(400)
  expect(svc.ctx.db.$client.query('SELECT id FROM webhook_events').values()).toEqual([])
})

test('an event of the other mode is dropped without a complaint, as Stripe sends those of tests here too', async () => {
  const { svc } = await sharedShop()
  for (const event of [
    thinOf('v2.core.account.updated', 'acct_1', { livemode: true }),
    eventOf('account.updated', { id: 'acct_1' }, { livemode: true, account: 'acct_1' }),
  ]) {
    const { status, json } = await told(svc, event)
    expect([status, json]).toEqual([200, { received: true }])
  }
  expect([stored(svc), rowsOf(svc, 'jobs')]).toEqual([[], []])
})

test('without payments, and without a secret of its own, it is 503', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  for (const env of [{}, keys, { PAYMENTS: 'off', STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_1' }]) {
    await using svc = await startServer({ env })
    const response = await svc.fetch('/api/studio/stripe/webhook', { method: 'POST', body: '{}' })
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '3600',
      { error: 'No webhook secret is set up here.', code: 'UNAVAILABLE' },
    ])
    expect(stored(svc)).toEqual([])
  }
})

test('an event is stored word for word, once, and worked on once', async () => {
  const { svc } = await connected()
  await using _ = svc
  const event = thinOf('v2.core.account[requirements].updated', account(svc).accountId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => told(svc, event)))
  expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [200, { received: true }]))
  await settled(svc)
  const kept = svc.ctx.db.$client.query('SELECT source, body, processed_at > 0 FROM webhook_events').values()
  expect(kept).toEqual([['accounts', JSON.stringify(event), 1]])
  await told(svc, event)
  expect([rowsOf(svc, 'jobs'), account(svc).ready]).toEqual([[], true])
})

test('the body of an event is not believed, only that something happened to an account', async () => {
  const { svc } = await connected()
  await using _ = svc
  const { accountId } = account(svc)
  await told(svc, thinOf('v2.core.account.closed', accountId))
  await told(svc, eventOf('account.application.deauthorized', { object: 'application' }, { account: accountId }))
  await told(svc, eventOf('account.updated', { id: accountId, payouts_enabled: false }, { account: accountId }))
  await settled(svc)
  expect([stored(svc).length, account(svc)]).toMatchObject([3, { ready: true, endedAt: null }])
})

test('accounts that are not ours, events that nobody knows and those that say nothing are kept and ignored', async () => {
  const { svc } = await connected()
  await using _ = svc
  const before = account(svc)
  const other = await shopOf(svc).stripe.v2.core.accounts.create({ display_name: 'Somebody else' })
  for (const event of [
    thinOf('v2.core.account.closed', other.id),
    thinOf('v2.core.account.updated', 'acct_none'),
    thinOf('v2.money_management.adjustment.created', 'adj_1'),
    thinOf('v2.core.account[configuration.recipient].updated', '', { related_object: null }),
    eventOf('account.updated', { strange: true }),
    eventOf('capability.updated', { id: 'transfers' }, { account: before.accountId }),
    // A payment's event at the wrong address grants nothing there.
    eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }),
  ]) {
    expect((await told(svc, event)).status).toBe(200)
  }
  await settled(svc)
  const left = svc.ctx.db.$client.query('SELECT count(*) FROM webhook_events WHERE processed_at IS NULL').values()
  expect([stored(svc).length, left, rowsOf(svc, 'jobs'), account(svc)]).toEqual([7, [[0]], [], before])
})

test('events in any order, and all but one of them lost, end as the processor has it', async () => {
  const types = ['v2.core.account.updated', 'v2.core.account[requirements].updated', 'account.updated'] as const
  for (const order of [types, types.toReversed(), types.slice(1, 2), types.slice(2)]) {
    const { svc, nova } = await connected()
    await using _ = svc
    await mute(svc)
    const { accountId } = account(svc)
    const { json } = await svc.call('POST', '/api/studio/payouts/onboarding', { cookie: nova.cookie, body: {} })
    const url = String(Reflect.get(Object(json), 'url'))
    await fetch(url, { method: 'POST', body: new URLSearchParams({ choice: 'restrict' }), redirect: 'manual' })
    await settled(svc)
    expect([stored(svc), account(svc).ready]).toEqual([[], true])
    for (const type of order) {
      const isThin = type.startsWith('v2')
      await told(svc, isThin ? thinOf(type, accountId) : eventOf(type, { id: accountId }, { account: accountId }))
      await settled(svc)
    }
    expect([order, account(svc).ready]).toEqual([order, false])
  }
})

test('with Stripe itself an event that comes while it is down waits, and is worked on when it is back', async () => {
  let isDown = false
  const intercept = async (_: Request, answer: () => Promise<Response>) =>
    isDown ? new Response('{}', { status: 500 }) : answer()
  await using pay = startPayments({ intercept })
  const env = {
    PAYMENTS: 'stripe',
    SELLERS: 'open',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_accounts',
    STRIPE_API_BASE: pay.test.url,
  }
  await using svc = await startServer({ env })
  const { nova } = await world(svc)
  const { json } = await svc.call('POST', '/api/studio/payouts/onboarding', {
    cookie: nova.cookie,
    body: { country: 'de' },
  })
  expect(json).toEqual({ url: expect.stringContaining(`${pay.test.url}/onboarding/`) })
  const { accountId } = account(svc)
  expect((await pay.stripe.v2.core.accounts.retrieve(accountId, { include: ['identity'] })).identity?.country).toBe(
    'de',
  )
  await pay.test.completeOnboarding(accountId)
  isDown = true
  const event = thinOf('v2.core.account[configuration.recipient].capability_status_updated', accountId)
  expect((await told(svc, event, { secret: 'whsec_accounts' })).status).toBe(200)
  await svc.ctx.jobs.idle()
  expect(account(svc).ready).toBe(false)
  isDown = false
  svc.tick(60_000)
  await svc.ctx.jobs.idle()
  expect(account(svc)).toMatchObject({ mode: 'test-key', ready: true })
})
