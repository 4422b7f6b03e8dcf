import { describe, expect, test } from 'bun:test'
import { sellerAccounts } from '../../db/schema/books/seller.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { countriesPaidFrom } from '../../src/books/seller/countries.ts'
import { rowsOf } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { accessOf, ask, balances, collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { type Person, world } from '../support/world.ts'

const selling = { allowed: true, askedAt: null, allowedAt: null, endedAt: null, limits: null }
const account = { country: null, countries: [], holdDays: null, payoutsBlocked: false, dashboard: false }
const none = { selling, due: [], ...account, balance: null, payouts: [], owed: [], waiting: [], current: true }
const choices = { countries: countriesPaidFrom('us') }
const austria = { country: 'at', ...choices }
const refused = {
  error: 'This artist cannot be paid right now.',
  code: 'BAD_STATE',
  hint: 'The artist has to set up payouts in the studio first.',
}
const wanted = ['Your name', 'Agree to the processor’s terms']

const payoutsOf = async (svc: TestServer, { cookie }: Person) =>
  (await svc.call('GET', '/api/studio/payouts', { cookie })).json

const onboard = (svc: TestServer, { cookie }: Person, body: Record<string, unknown> = { country: 'at' }) =>
  svc.call('POST', '/api/studio/payouts/onboarding', { cookie, body, headers: { origin: svc.url } })

const linkOf = async (svc: TestServer, person: Person, body?: Record<string, unknown>) =>
  String(Reflect.get(Object((await onboard(svc, person, body)).json), 'url'))

/** The presses of the artist on the processor's page. */
const choose = (svc: TestServer, url: string, choice: string) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ choice }),
    redirect: 'manual',
    headers: { origin: svc.url },
  })

const accountOf = (svc: TestServer) => svc.ctx.db.select().from(sellerAccounts).get()?.accountId ?? ''
const page = async (svc: TestServer, path: string, person?: Person) =>
  (await svc.call('GET', path, { cookie: person?.cookie, headers: { accept: 'text/html' } })).text

describe('An artist who sets payouts up', () => {
  test('opens one account, gives the details at the processor, and can be paid', async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    expect(await payoutsOf(svc, nova)).toEqual({ mode: 'connected', state: 'NONE', ...none, ...choices })
    const links = await Promise.all([linkOf(svc, nova), linkOf(svc, nova), linkOf(svc, nova)])
    expect((await shopOf(svc).stripe.v2.core.accounts.list()).data).toHaveLength(1)
    expect(rowsOf(svc, 'seller_accounts')).toMatchObject([{ mode: 'test', ready: 0, ready_at: null, ended_at: null }])
    expect(await payoutsOf(svc, nova)).toEqual({
      mode: 'connected',
      state: 'STARTED',
      ...none,
      ...austria,
      due: wanted,
    })
    const done = await choose(svc, links[0] ?? '', 'complete')
    expect([done.status, done.headers.get('location')]).toEqual([303, `${svc.url}/studio/payouts?from=back`])
    expect(await payoutsOf(svc, nova)).toEqual({
      mode: 'connected',
      state: 'READY',
      selling,
      ...account,
      ...austria,
      dashboard: true,
      due: [],
      balance: { available: [{ amount: 0, currency: 'eur' }], pending: [{ amount: 0, currency: 'eur' }] },
      payouts: [],
      owed: [],
      waiting: [],
      current: true,
    })
    const told = svc.logged.flatMap((line) => line.match(/security\.seller_\w+/) ?? [])
    expect(told).toEqual(['security.seller_ready'])
    await collect(svc, ada)
    expect(rowsOf(svc, 'orders')).toMatchObject([{ seller_account_id: accountOf(svc), state: 'PAID' }])
  })

  test('is not taken at the word of the address that they come back to', async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    const link = await linkOf(svc, nova)
    await choose(svc, link, 'restrict')
    expect(await payoutsOf(svc, nova)).toMatchObject({ state: 'STARTED', due: wanted })
    expect(await page(svc, '/studio/payouts?from=back', nova)).toContain('Set-up not finished')
    const again = await choose(svc, link, 'complete')
    expect(again.headers.get('location')).toBe(`${svc.url}/studio/payouts?from=stale`)
    expect(await page(svc, '/studio/payouts?from=stale', nova)).toContain('That link was already used, or has expired.')
    expect((await ask(svc, ada)).json).toEqual(refused)
  })

  test.each([
    [{}, 'Choose the country you are paid in.'],
    [{ country: 'kp' }, 'Payouts are not available in that country.'],
    [{ country: 'br' }, 'Payouts are not available in that country.'],
  ])('with %j is told what is missing, and nothing is opened', async (body, error) => {
    const { svc, nova } = await openShop()
    await using _ = svc
    const { status, json } = await onboard(svc, nova, body)
    expect([status, json]).toEqual([400, { error, code: 'VALIDATION', field: 'country' }])
    expect(rowsOf(svc, 'seller_accounts')).toEqual([])
    expect((await shopOf(svc).stripe.v2.core.accounts.list()).data).toEqual([])
  })

  test('sees what is on the account and what was sent to the bank, and that a silent processor is silent', async () => {
    let isDown = false
    const intercept = async (_request: Request, answer: () => Promise<Response>) =>
      isDown ? new Response('{}', { status: 500 }) : answer()
    const { svc, nova, ada } = await openShop({ testProcessor: { intercept } })
    await using _ = svc
    await collect(svc, ada)
    svc.tick(3 * 86_400_000)
    await shopOf(svc).stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: accountOf(svc) })
    expect(await payoutsOf(svc, nova)).toMatchObject({
      state: 'READY',
      balance: { available: [{ amount: 150, currency: 'usd' }], pending: [{ amount: 0, currency: 'usd' }] },
      payouts: [{ amount: { amount: 500, currency: 'usd' }, status: 'PENDING' }],
    })
    expect(await page(svc, '/studio/payouts', nova)).toContain('$5.00')
    isDown = true
    expect(await payoutsOf(svc, nova)).toEqual({
      mode: 'connected',
      state: 'READY',
      ...none,
      dashboard: true,
      current: false,
    })
    expect(await page(svc, '/studio/payouts', nova)).toContain('The payment processor is not answering')
  })
})

describe('The owner of the instance', () => {
  test('connects nothing, and sees what lies on the account of the deck itself', async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    makeOwner(svc.ctx, 'nova@example.com')
    await collect(svc, ada)
    expect(await payoutsOf(svc, nova)).toEqual({
      mode: 'platform',
      state: 'READY',
      selling,
      ...account,
      due: [],
      balance: { available: [{ amount: 0, currency: 'usd' }], pending: [{ amount: 650, currency: 'usd' }] },
      payouts: [],
      owed: [],
      waiting: [],
      current: true,
    })
    expect(await page(svc, '/studio/payouts', nova)).toContain('Your sales come straight to you')
    expect((await onboard(svc, nova)).status).toBe(409)
    expect(rowsOf(svc, 'seller_accounts')).toEqual([])
  })
})

describe('A sale', () => {
  test('stops at once when the account may not be paid any more, and comes back with it', async () => {
    const { svc, nova, ada, hidden, dawn } = await openShop()
    await using _ = svc
    await collect(svc, ada)
    const link = await linkOf(svc, nova, {})
    await choose(svc, link, 'restrict')
    await settled(svc)
    expect(rowsOf(svc, 'seller_accounts')).toMatchObject([{ ready: 0, ready_at: expect.any(Number), ended_at: null }])
    const told = svc.logged.flatMap((line) => line.match(/security\.seller_\w+/) ?? [])
    expect(told).toEqual(['security.seller_ready', 'security.seller_stopped'])
    expect((await ask(svc, hidden)).json).toEqual(refused)
    expect(await page(svc, '/@nova')).toContain('its artist cannot be paid right now')
    expect(await page(svc, '/@nova')).not.toContain('/checkout/nova')
    expect(await page(svc, '/checkout/nova', hidden)).toContain('<h2>Not available yet</h2>')
    for (const path of ['/@nova', '/checkout/nova', '/studio']) {
      expect([path, await page(svc, path, nova)]).toEqual([path, expect.stringContaining('"/studio/payouts"')])
    }
    expect(await page(svc, '/studio/payouts', nova)).toContain('Payments to you have stopped')
    expect(await accessOf(svc, dawn.id, ada)).toBe('full')
    await choose(svc, await linkOf(svc, nova, {}), 'complete')
    await settled(svc)
    expect(await page(svc, '/@nova')).toContain('/checkout/nova')
    expect((await ask(svc, hidden)).status).toBe(200)
  })

  test('is kept for the artist while the processor will not pay them, though its event was lost', async () => {
    const { svc, nova, ada, hidden } = await openShop()
    await using _ = svc
    await collect(svc, ada)
    svc.ctx.db.$client.run("DELETE FROM webhook_endpoints WHERE source = 'accounts'")
    await choose(svc, await linkOf(svc, nova, {}), 'restrict')
    await settled(svc)
    svc.ctx.db.$client.run('UPDATE seller_accounts SET ready = 1')
    await collect(svc, hidden)
    expect(rowsOf(svc, 'seller_accounts')).toMatchObject([{ ready: 0 }])
    expect(balances(svc)).toMatchObject({ nova: 650, 'OWED nova': 650 })
    expect(await payoutsOf(svc, nova)).toMatchObject({ owed: [{ currency: 'usd', amount: 650 }] })
    expect(await page(svc, '/studio/payouts', nova)).toContain(
      'The payment processor holds $6.50 from your sales and prizes',
    )
  })

  test('ends with an account that is closed or taken away, and goes on with another one', async () => {
    for (const end of ['close', 'deauthorize'] as const) {
      const { svc, nova, ada, hidden, dawn } = await openShop()
      await using _ = svc
      await collect(svc, ada)
      const { stripe } = shopOf(svc)
      const first = accountOf(svc)
      if (end === 'close') await stripe.v2.core.accounts.close(first)
      else await stripe.accounts.del(first)
      await settled(svc)
      expect(await payoutsOf(svc, nova)).toEqual({ mode: 'connected', state: 'DISCONNECTED', ...none, ...choices })
      expect([(await ask(svc, hidden)).json, await accessOf(svc, dawn.id, ada)]).toEqual([refused, 'full'])
      await choose(svc, await linkOf(svc, nova), 'complete')
      await settled(svc)
      expect(accountOf(svc)).not.toBe(first)
      await collect(svc, hidden)
      expect(verifyLedger(svc.ctx).problems).toEqual([])
    }
  })
})

test('where payments are off, there is nothing to set up', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  expect(await payoutsOf(svc, nova)).toEqual({
    mode: 'off',
    state: 'NONE',
    ...none,
    selling: { ...selling, allowed: false },
  })
  expect(await page(svc, '/studio/payouts', nova)).toContain('Payments are off')
  expect((await svc.call('GET', '/studio/payouts')).headers.get('location')).toBe('/login?next=%2Fstudio%2Fpayouts')
})
