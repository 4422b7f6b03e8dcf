import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { sellerAccounts } from '../../db/schema/books/seller.ts'
import { owedParts } from '../../db/schema/order/order.ts'
import { mails } from '../../db/schema/platform/mail.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { countriesPaidFrom } from '../../src/books/seller/countries.ts'
import { rowsOf } from '../support/account/account.ts'
import type { TestServer } from '../support/server.ts'
import { collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const payoutsOf = async (svc: TestServer, { cookie }: Person) =>
  (await svc.call('GET', '/api/studio/payouts', { cookie })).json

const onboard = (svc: TestServer, { cookie }: Person, country?: string) =>
  svc.call('POST', '/api/studio/payouts/onboarding', { cookie, body: country === undefined ? {} : { country } })

const openDashboard = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/studio/payouts/dashboard', { cookie })

const page = async (svc: TestServer, path: string, { cookie }: Person) =>
  (await svc.call('GET', path, { cookie, headers: { accept: 'text/html' } })).text

const accountId = (svc: TestServer) => svc.ctx.db.select().from(sellerAccounts).get()?.accountId ?? ''

/** Answers what the processor would, with something changed in what an address answers. */
const changing =
  (path: RegExp, change: (answer: Record<string, unknown>) => unknown) =>
  async (request: Request, respond: () => Promise<Response>): Promise<Response> => {
    const response = await respond()
    const isMeant = path.test(new URL(request.url).pathname) && request.method === 'GET'
    return isMeant ? Response.json(change(Object(await response.json()))) : response
  }

/** Writes down what an order still leaves for an artist. */
const owe = (svc: TestServer, { artistId }: Person, orderId: string, amountMinor: number) =>
  svc.ctx.db
    .insert(owedParts)
    .values({ orderId, artistId, currency: 'usd', mode: 'test', amountMinor, changedAt: 0 })
    .run()

describe('The country of an artist', () => {
  test('can be put right as long as nothing was paid: a new account replaces the old one, which is closed', async () => {
    const { svc, nova } = await openShop()
    await using _ = svc
    await onboard(svc, nova, 'at')
    const first = accountId(svc)
    expect(await payoutsOf(svc, nova)).toMatchObject({ state: 'STARTED', country: 'at' })
    expect(await page(svc, '/studio/payouts', nova)).toContain('You are paid in Austria.')
    expect((await onboard(svc, nova, 'at')).status).toBe(200)
    expect(accountId(svc)).toBe(first)
    const { status, json } = await onboard(svc, nova, 'de')
    expect([status, json]).toEqual([200, { url: expect.stringContaining('/onboarding/') }])
    await settled(svc)
    expect(accountId(svc)).not.toBe(first)
    expect(await payoutsOf(svc, nova)).toMatchObject({ state: 'STARTED', country: 'de' })
    expect(rowsOf(svc, 'seller_accounts')).toHaveLength(1)
    const { accounts } = shopOf(svc).stripe.v2.core
    expect([(await accounts.retrieve(first)).closed, (await accounts.retrieve(accountId(svc))).closed]).toEqual([
      true,
      false,
    ])
  })

  test('stays when something was paid, and one that payouts do not reach is refused and not offered', async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    await onboard(svc, nova, 'at')
    const before = accountId(svc)
    expect((await onboard(svc, nova, 'br')).json).toMatchObject({ code: 'VALIDATION', field: 'country' })
    await shopOf(svc).test.completeOnboarding(before)
    await settled(svc)
    await collect(svc, ada)
    expect((await onboard(svc, nova, 'de')).json).toEqual({
      error: 'The country cannot be changed any more: you have been paid there.',
      code: 'BAD_STATE',
      hint: 'Close the account at the payment processor, and set payouts up again.',
    })
    expect(accountId(svc)).toBe(before)
    expect(await payoutsOf(svc, nova)).toMatchObject({ country: 'at', countries: [] })
    expect(await page(svc, '/studio/payouts', nova)).not.toContain('Change the country')
  })

  test('is one that the platform may pay: its own, or all in the regions that pay one another', () => {
    expect(countriesPaidFrom('us')).toEqual(countriesPaidFrom('de'))
    expect(countriesPaidFrom('us')).toContain('gb')
    expect(['br', 'jp', 'au', 'mx'].filter((code) => countriesPaidFrom('ch').includes(code))).toEqual([])
    expect(countriesPaidFrom('jp')).toEqual(['jp'])
    expect(countriesPaidFrom('in')).toEqual(['in'])
    expect(countriesPaidFrom(null)).toContain('br')
  })

  test('is offered by where the platform is, and all are while that is not known', async () => {
    for (const [change, countries] of [
      [(account: object) => ({ ...account, country: 'JP' }), ['jp']],
      [() => ({ error: { type: 'invalid_request_error', message: 'This key may not.' } }), countriesPaidFrom(null)],
    ] as const) {
      const { svc, nova } = await openShop({ testProcessor: { intercept: changing(/^\/v1\/account$/, change) } })
      await using _ = svc
      expect(await payoutsOf(svc, nova)).toMatchObject({ state: 'NONE', countries })
    }
  })
})

describe('An account at the processor', () => {
  test('that sends nothing to the bank is said to', async () => {
    const blocked = changing(/^\/v2\/core\/accounts\/acct_/, (account) => ({
      ...account,
      configuration: {
        recipient: {
          applied: true,
          capabilities: {
            stripe_balance: {
              payouts: { status: 'restricted', status_details: [] },
              stripe_transfers: { status: 'active', status_details: [] },
            },
          },
        },
      },
    }))
    const { svc, nova, ada } = await openShop({ testProcessor: { intercept: blocked } })
    await using _ = svc
    await collect(svc, ada)
    expect(await payoutsOf(svc, nova)).toMatchObject({ state: 'READY', payoutsBlocked: true })
    expect(await page(svc, '/studio/payouts', nova)).toContain('does not send your money to your bank')
  })

  test('is visited by a link from the studio, once it is set up', async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    const refused = {
      error: 'You have no account at the payment processor that is set up.',
      code: 'BAD_STATE',
      hint: 'Set payouts up first, on the payouts page.',
    }
    expect((await openDashboard(svc, nova)).json).toEqual(refused)
    await onboard(svc, nova, 'at')
    expect((await openDashboard(svc, nova)).json).toEqual(refused)
    await shopOf(svc).test.completeOnboarding(accountId(svc))
    await settled(svc)
    await collect(svc, ada)
    const { status, json } = await openDashboard(svc, nova)
    const url = expect.stringContaining(`/test-processor/express/${accountId(svc)}`)
    expect([status, json]).toEqual([200, { url }])
    expect((await fetch(String(Reflect.get(Object(json), 'url')))).status).toBe(200)
    await shopOf(svc).stripe.v2.core.accounts.close(accountId(svc))
    await settled(svc)
    expect((await openDashboard(svc, nova)).json).toEqual(refused)
    makeOwner(svc.ctx, 'nova@example.com')
    expect((await openDashboard(svc, nova)).json).toMatchObject({ code: 'BAD_STATE' })
  })

  test('that is closed while money is owed is told to the owner, once', async () => {
    const { svc, nova, ada } = await openShop()
    await using _ = svc
    const ruth = cast(svc.ctx, 'ruth', { published: false })
    makeOwner(svc.ctx, 'ruth@example.com')
    const { orderId } = await collect(svc, ada)
    owe(svc, nova, orderId, 321)
    await shopOf(svc).stripe.v2.core.accounts.close(accountId(svc))
    await settled(svc)
    await payoutsOf(svc, nova)
    const told = svc.ctx.db.select().from(mails).where(eq(mails.kind, 'seller-closed')).all()
    expect(told).toMatchObject([
      {
        recipient: 'ruth@example.com',
        subject: 'Nova closed their payout account',
        textBody: expect.stringMatching(/The payout account of Nova \(@nova\) is closed.* \$3\.21 is owed to them\./),
      },
    ])
    const { json } = await svc.call('GET', '/api/admin/sellers', { cookie: ruth.cookie })
    expect(json).toMatchObject({
      sellers: [{ handle: 'nova', account: 'DISCONNECTED', owed: [{ amount: 321, currency: 'usd' }] }],
    })
    expect(await page(svc, '/studio/sellers', ruth)).toContain('Their account is closed')
  })
})
