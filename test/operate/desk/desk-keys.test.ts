import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import { settingChanges } from '../../../db/schema/platform/setting.ts'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { startServer } from '../../support/server.ts'
import { publishableKey, secretKey, startPayments } from '../../support/test-processor/stripe.ts'
import { cast } from '../../support/world.ts'

const other = { secret: 'sk_test_another0000000000000000', publishable: 'pk_test_another0000000000000000' }

/** Two accounts at one address, as at Stripe: the key says which one is asked. */
function startTwoAccounts(mine: string, theirs: string) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.delete('accept-encoding')
      const key = headers.get('authorization') ?? ''
      const isOther = key.includes('another')
      headers.set('authorization', key.replace(other.secret, secretKey).replace(other.publishable, publishableKey))
      const body = request.method === 'GET' ? {} : { body: await request.text() }
      const place = (isOther ? theirs : mine) + pathname + search
      const answer = await fetch(place, { method: request.method, headers, ...body })
      const json = { 'content-type': 'application/json' }
      return new Response(await answer.text(), { status: answer.status, headers: json })
    },
  })
}

async function opened() {
  const [mine, theirs] = [startPayments(), startPayments({ seed: 2 })]
  const peer = startTwoAccounts(mine.test.url, theirs.test.url)
  const svc = await startServer({ env: { STRIPE_API_BASE: `http://127.0.0.1:${peer.port}` } })
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const set = (secret: string, publishable: string, anyway?: true) =>
    svc.call('PATCH', '/api/desk/settings', {
      cookie: nova.cookie,
      body: {
        settings: [
          { name: 'PAYMENTS', value: 'stripe' },
          { name: 'STRIPE_SECRET_KEY', value: secret },
          { name: 'STRIPE_PUBLISHABLE_KEY', value: publishable },
        ],
        ...(anyway ? { anyway } : {}),
      },
    })
  const stored = () => svc.ctx.db.select({ name: settingChanges.name }).from(settingChanges).all().length
  return {
    ...{ mine, theirs, peer, svc, nova, set, stored },
    async [Symbol.asyncDispose]() {
      await svc[Symbol.asyncDispose]()
      await peer.stop(true)
      await mine[Symbol.asyncDispose]()
      await theirs[Symbol.asyncDispose]()
    },
  }
}

test('keys of another mode, another account, and revoked ones are refused in clear words, and nothing is stored', async () => {
  await using site = await opened()
  const { set, stored } = site
  for (const [secret, publishable, field, words] of [
    [
      secretKey,
      'pk_live_tapedeck0000000000000000',
      'STRIPE_PUBLISHABLE_KEY',
      'The secret key is for tests, and this one is for real money.',
    ],
    [
      'sk_live_tapedeck0000000000000000',
      publishableKey,
      'STRIPE_PUBLISHABLE_KEY',
      'The secret key is for real money, and this one is for tests.',
    ],
    [
      'sk_test_revoked00000000000000000',
      publishableKey,
      'STRIPE_SECRET_KEY',
      'The processor does not know this key: it was revoked, or not copied whole.',
    ],
    [secretKey, other.publishable, 'STRIPE_PUBLISHABLE_KEY', 'This key is of another account than the secret key.'],
  ] as const) {
    const { status, json } = await set(secret, publishable, true)
    expect([status, json]).toMatchObject([400, { field, error: words }])
  }
  expect(stored()).toBe(0)
  expect((await set(secretKey, publishableKey)).status).toBe(204)
  expect(stored()).toBe(3)
  // The payment that was made to check them is cancelled.
  const made = await site.mine.stripe.paymentIntents.list()
  expect(new Set(made.data.map(({ status }) => status))).toEqual(new Set(['canceled']))
})

test('keys of another account than the one that took the payments are refused unless the owner insists', async () => {
  await using site = await opened()
  const { svc, nova, mine, set } = site
  const { id } = await mine.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  svc.ctx.db
    .insert(orders)
    .values({
      id: svc.ctx.uuid(),
      kind: 'tip',
      cassetId: nova.cassetId,
      userId: nova.userId,
      state: 'PAID',
      mode: 'test-key',
      amountMinor: 500,
      priceMinor: 500,
      currency: 'usd',
      paymentIntentId: id,
      paidAt: 1,
      createdAt: 1,
    })
    .run()
  const refused = await set(other.secret, other.publishable)
  expect([refused.status, refused.json]).toMatchObject([409, { field: 'STRIPE_SECRET_KEY' }])
  expect(svc.ctx.db.select().from(settingChanges).where(eq(settingChanges.name, 'STRIPE_SECRET_KEY')).all()).toEqual([])
  expect((await set(secretKey, publishableKey)).status).toBe(204)
  expect((await set(other.secret, other.publishable, true)).status).toBe(204)
})

test('a processor that does not answer leaves the keys unchecked, which the owner has to insist on', async () => {
  await using site = await opened()
  await site.peer.stop(true)
  const { set } = site
  const refused = await set(secretKey, publishableKey)
  expect([refused.status, Reflect.get(Object(refused.json), 'error')]).toEqual([
    409,
    'The processor did not answer, so the keys could not be checked.',
  ])
  expect((await set(secretKey, publishableKey, true)).status).toBe(204)
})
