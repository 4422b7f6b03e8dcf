import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { receipts } from '../../db/schema/books/receipt.ts'
import { sellerAccounts } from '../../db/schema/books/seller.ts'
import { webhookEndpoints } from '../../db/schema/platform/payment.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { markRestored } from '../../src/platform/instance.ts'
import { signPayload } from '../../src/test-processor/event/deliver.ts'
import { rowsOf } from '../support/account/account.ts'
import { atPeer, doctorOf } from '../support/operate/doctor.ts'
import { eventOf } from '../support/platform/webhook.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { ask as askToPay, begun, card, verify } from '../support/shop/checkout.ts'
import { type Payments, startPayments } from '../support/test-processor/stripe.ts'
import { world } from '../support/world.ts'

const fix = { fix: true }
const missing = {
  name: 'webhooks',
  ok: false,
  problem: [
    'no endpoint is registered for events of platform at https://deck.example/api/webhooks/stripe',
    'no endpoint is registered for thin events of accounts at https://deck.example/api/studio/stripe/webhook',
    'no endpoint is registered for events of accounts at https://deck.example/api/studio/stripe/webhook',
  ].join('; '),
  fix: 'tapedeck doctor --fix registers them and keeps their secrets',
}
const well = { name: 'webhooks', ok: true, note: '3 endpoints registered at the processor; no event has come yet' }
const fixed = { ...well, note: 'fixed' }

const secrets = (svc: TestServer) =>
  svc.ctx.db
    .select()
    .from(webhookEndpoints)
    .all()
    .map(({ id, source, secret }) => `${source} ${id} ${secret}`)
    .sort()

const endpointsOf = async ({ stripe }: Payments) => {
  const { data } = await stripe.webhookEndpoints.list()
  const thin = await stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] })
  return [...data.map(({ id, url }) => [id, url]), ...thin.data.map((one) => [one.id, one.webhook_endpoint?.url])]
}

/** An instance that serves while the doctor looks, and the processor it takes for Stripe. */
async function served(env: Record<string, string> = {}) {
  const pay = startPayments()
  const all = { ...atPeer(pay), ...env }
  const svc = await startServer({ env: all })
  const ask = (options?: { fix: boolean }, change: Record<string, string> = {}) =>
    doctorOf(svc.dataDir, { ...all, ...change }, 'webhooks', options)
  const end = async () => {
    await svc[Symbol.asyncDispose]()
    await pay[Symbol.asyncDispose]()
  }
  return { pay, svc, ask, [Symbol.asyncDispose]: end }
}

describe('The doctor and the webhook endpoints', () => {
  test('leaves those of the site alone where it looks at a copy of the site', async () => {
    await using one = await served()
    const { pay, svc, ask } = one
    await ask(fix)
    const registered = await endpointsOf(pay)
    markRestored(svc.dataDir, { madeAt: 1, isLook: true })
    svc.ctx.db.delete(webhookEndpoints).run()
    const left = { name: 'webhooks', ok: true, note: 'left alone, since this is a copy of the site' }
    for (const change of [{}, { BASE_URL: 'https://copy.example' }]) {
      expect(await ask(fix, change)).toEqual(left)
      expect(await endpointsOf(pay)).toEqual(registered)
    }
  })

  test('says what is missing, registers it, and a service that runs already takes what then comes', async () => {
    await using one = await served()
    const { pay, svc, ask } = one
    expect(await ask()).toEqual(missing)
    expect([await endpointsOf(pay), secrets(svc)]).toEqual([[], []])
    expect(await ask(fix)).toEqual(fixed)
    expect(await endpointsOf(pay)).toHaveLength(3)
    const kept = svc.ctx.db.select().from(webhookEndpoints).all()
    expect(kept.map(({ mode, source }) => [mode, source])).toEqual([
      ['test-key', 'platform'],
      ['test-key', 'accounts'],
      ['test-key', 'accounts'],
    ])
    for (const [index, { secret, source }] of kept.entries()) {
      const body = JSON.stringify(eventOf('ping', {}, { id: `evt_${index}` }))
      const path = source === 'platform' ? '/api/webhooks/stripe' : '/api/studio/stripe/webhook'
      const headers = { 'stripe-signature': signPayload(body, secret, Date.now()) }
      expect((await svc.fetch(path, { method: 'POST', body, headers })).status).toBe(200)
    }
    const { data } = await pay.stripe.v2.core.eventDestinations.list()
    expect(data).toMatchObject([{ event_payload: 'thin', events_from: ['@accounts'], status: 'enabled' }])
  })

  test('changes nothing a second time', async () => {
    await using one = await served()
    const { pay, svc, ask } = one
    await ask(fix)
    const before = [await endpointsOf(pay), secrets(svc)]
    expect(await ask()).toEqual(well)
    expect(await ask(fix)).toEqual(well)
    expect([await endpointsOf(pay), secrets(svc)]).toEqual(before)
  })

  test('corrects an endpoint in its place, and its secret stays', async () => {
    await using one = await served()
    const { pay, svc, ask } = one
    await ask(fix)
    const before = secrets(svc)
    const [endpoint] = (await pay.stripe.webhookEndpoints.list()).data.filter(({ url }) =>
      url.includes('/api/webhooks'),
    )
    const [thin] = (await pay.stripe.v2.core.eventDestinations.list()).data
    await pay.stripe.webhookEndpoints.update(endpoint?.id ?? '', {
      enabled_events: ['charge.refunded'],
      disabled: true,
    })
    await pay.stripe.v2.core.eventDestinations.disable(thin?.id ?? '')
    expect((await ask())?.problem).toContain('has another URL or event list')
    expect(await ask(fix)).toEqual(fixed)
    const moved = { BASE_URL: 'https://other.example' }
    expect(await ask(fix, moved)).toEqual(fixed)
    expect((await endpointsOf(pay)).map(([, url]) => new URL(String(url)).origin)).toEqual(
      Array.from({ length: 3 }, () => 'https://other.example'),
    )
    expect(await ask(undefined, moved)).toEqual(well)
    expect(secrets(svc)).toEqual(before)
  })

  test('makes one anew that was deleted at the processor, and forgets the secret of the old', async () => {
    await using one = await served()
    const { pay, svc, ask } = one
    await ask(fix)
    const before = secrets(svc)
    const [thin] = (await pay.stripe.v2.core.eventDestinations.list()).data
    await pay.stripe.v2.core.eventDestinations.del(thin?.id ?? '')
    expect((await ask())?.problem).toBe(missing.problem.split('; ')[1])
    expect(await ask(fix)).toEqual(fixed)
    const after = secrets(svc)
    expect(after).toHaveLength(3)
    expect(after.filter((each) => !before.includes(each))).toHaveLength(1)
    expect(after.join()).not.toContain(thin?.id ?? 'none')
  })

  const refuseAccounts = async (request: Request, answer: () => Promise<Response>) => {
    const isOfAccounts = request.url.includes('/v2/') || (await request.clone().text()).includes('connect=true')
    if (!isOfAccounts || request.method !== 'POST') return answer()
    return Response.json(
      { error: { type: 'invalid_request_error', message: 'Enable Connect first.' } },
      { status: 400 },
    )
  }

  test('goes on where the processor refuses the endpoints of accounts, until an artist has one', async () => {
    await using pay = startPayments({ intercept: refuseAccounts })
    const env = atPeer(pay)
    await using svc = await startServer({ env })
    expect(await doctorOf(svc.dataDir, env, 'webhooks', fix)).toEqual(fixed)
    expect(rowsOf(svc, 'webhook_endpoints')).toHaveLength(1)
    const note =
      '1 endpoint registered at the processor; those for other artists’ accounts follow with the first of them; no event has come yet'
    expect(await doctorOf(svc.dataDir, env, 'webhooks')).toEqual({ name: 'webhooks', ok: true, note })
    const { nova } = await world(svc)
    const seller = { artistId: nova.artistId, mode: 'test-key', accountId: 'acct_1', createdAt: 1 } as const
    svc.ctx.db.insert(sellerAccounts).values(seller).run()
    const [, ...ofAccounts] = missing.problem.split('; ')
    const problem = `${ofAccounts.join('; ')}; the fix failed: Enable Connect first.`
    expect(await doctorOf(svc.dataDir, env, 'webhooks', fix)).toEqual({ ...missing, problem })
  })

  test('tells when the last event came, and how many payments it was not told of, and not those that it worked on late', async () => {
    await using one = await served()
    const { svc, ask, pay } = one
    await ask(fix)
    const { ada } = await world(svc)
    makeOwner(svc.ctx, 'nova@example.com')
    const hook = svc.ctx.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.source, 'platform')).get()
    const body = JSON.stringify(eventOf('ping', {}))
    const headers = { 'stripe-signature': signPayload(body, hook?.secret ?? '', svc.ctx.now()) }
    await svc.fetch('/api/webhooks/stripe', { method: 'POST', body, headers })
    const started = begun(await askToPay(svc, ada))
    await pay.test.confirmCard({ ...started, card: card('4242424242424242'), returnUrl: svc.url })
    await verify(svc, ada, started)
    expect(await ask()).toMatchObject({ note: expect.stringContaining('the last event came within the last hour') })
    const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000
    svc.ctx.db.$client.run('UPDATE orders SET paid_at = ?', [hoursAgo(2)])
    svc.ctx.db.$client.run('UPDATE webhook_events SET received_at = ?, processed_at = ?', [hoursAgo(5), hoursAgo(2)])
    expect(await ask()).toMatchObject({ ok: true, note: expect.stringContaining('the last event came 5 hours ago') })
    svc.ctx.db.$client.run('UPDATE webhook_events SET processed_at = received_at')
    expect(await ask()).toMatchObject({
      problem: '1 payment went through without an event from the processor: the last event came 5 hours ago',
      fix: expect.stringContaining('webhook refused'),
    })
  })

  test('leaves an endpoint that somebody made by hand, and replaces one whose secret nobody knows', async () => {
    const pay = startPayments()
    await using _ = pay
    const url = 'https://deck.example/api/webhooks/stripe'
    const byHand = await pay.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
    const env = { ...atPeer(pay), STRIPE_WEBHOOK_SECRET: byHand.secret ?? '' }
    await using svc = await startServer({ env })
    expect(await doctorOf(svc.dataDir, env, 'webhooks', fix)).toEqual(well)
    expect((await endpointsOf(pay)).flat()).toContain(byHand.id)
    expect(rowsOf(svc, 'webhook_endpoints')).toHaveLength(2)
    const { STRIPE_WEBHOOK_SECRET: __, ...without } = env
    expect((await doctorOf(svc.dataDir, without, 'webhooks'))?.problem).toBe(missing.problem.split('; ')[0])
    expect(await doctorOf(svc.dataDir, without, 'webhooks', fix)).toEqual(fixed)
    expect((await endpointsOf(pay)).flat()).not.toContain(byHand.id)
    expect(await endpointsOf(pay)).toHaveLength(3)
  })

  test.each([
    [{ BASE_URL: '' }, /^BASE_URL is not set/],
    [{ STRIPE_API_BASE: '', BASE_URL: 'http://localhost:3000' }, /only this machine can reach/],
    [{ STRIPE_API_BASE: '', BASE_URL: 'https://127.0.0.1' }, /only this machine can reach/],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', BASE_URL: 'http://deck.example' },
      /only to https$/,
    ],
  ])('refuses with %j to register what cannot be reached', async (change, problem) => {
    const pay = startPayments()
    await using _ = pay
    await using svc = await startServer()
    const said = await doctorOf(svc.dataDir, { ...atPeer(pay), ...change }, 'webhooks', fix)
    expect(said).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
      fix: expect.stringContaining('BASE_URL'),
    })
    expect(await endpointsOf(pay)).toEqual([])
  })
})

describe('The doctor where the account has not signed up for Connect', () => {
  test('fixes and compares what its owner sells', async () => {
    await using pay = startPayments()
    await pay.tick(Date.now() - pay.now())
    await pay.test.restrict({ withoutConnect: true })
    const env = atPeer(pay)
    await using svc = await startServer({ env })
    const { ada } = await world(svc)
    makeOwner(svc.ctx, 'nova@example.com')
    const started = begun(await askToPay(svc, ada))
    await pay.test.confirmCard({ ...started, card: card('4242424242424242'), returnUrl: svc.url })
    for (const name of ['webhooks', 'reconciling']) {
      expect(await doctorOf(svc.dataDir, env, name, fix)).toEqual({ name, ok: true, note: 'fixed' })
    }
    expect((await verify(svc, ada, started)).json).toMatchObject({ entitled: true })
  })
})

test('a list of event destinations that is refused makes the doctor register nothing twice and forget no secret', async () => {
  let isRefused = false
  const intercept = async (request: Request, respond: () => Promise<Response>) =>
    isRefused && request.method === 'GET' && request.url.includes('/v2/core/event_destinations')
      ? Response.json({ error: { type: 'invalid_request_error', message: 'The limit is too large.' } }, { status: 400 })
      : respond()
  await using pay = startPayments({ intercept })
  await pay.tick(Date.now() - pay.now())
  const env = atPeer(pay)
  await using svc = await startServer({ env })
  await doctorOf(svc.dataDir, env, 'webhooks', fix)
  const before = [await endpointsOf(pay), secrets(svc)]
  isRefused = true
  for (let run = 0; run < 3; run += 1) await doctorOf(svc.dataDir, env, 'webhooks', fix)
  isRefused = false
  expect([await endpointsOf(pay), secrets(svc)]).toEqual(before)
})

test('a paid order that lost its receipt is named, and the fix issues it with a number of its own', async () => {
  await using one = await served()
  const { svc, pay } = one
  const { ada } = await world(svc)
  makeOwner(svc.ctx, 'nova@example.com')
  const started = begun(await askToPay(svc, ada))
  await pay.test.confirmCard({ ...started, card: card('4242424242424242'), returnUrl: svc.url })
  await verify(svc, ada, started)
  const ask = (how = {}) => doctorOf(svc.dataDir, atPeer(pay), 'receipts', how)
  expect(await ask()).toEqual({ name: 'receipts', ok: true })
  const issued = () => svc.ctx.db.select().from(receipts).get()
  const before = issued()
  svc.ctx.db.$client.run('DELETE FROM receipts')
  const problem = expect.stringContaining(`1 paid order has no receipt, among them ${before?.orderId}`)
  expect(await ask()).toMatchObject({
    ok: false,
    problem,
    fix: expect.stringContaining('tapedeck doctor --fix issues'),
  })
  expect(await ask(fix)).toEqual({ name: 'receipts', ok: true, note: 'fixed' })
  const after = issued()
  expect({ ...after, issuedAt: 0, number: '' }).toEqual({ ...before, issuedAt: 0, number: '' })
  expect(after?.number).not.toBe(before?.number)
})
