import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { post } from '../../src/books/ledger/post.ts'
import { rowsOf } from '../support/account/account.ts'
import { addSale } from '../support/earnings/sale.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, ask, begin, collect, confirm, openShop, settled, shopOf, verify } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

const tip = (svc: TestServer, { cookie }: Person, amount = 500) =>
  svc.call('POST', '/api/casset/nova/tip', { cookie, body: { amount } })

const page = async (svc: TestServer, path: string, { cookie }: Person) =>
  (await svc.call('GET', path, { cookie, headers: { accept: 'text/html' } })).text

describe('A new seller', () => {
  const limits = {
    NEW_SELLER_MAX_PRICE: '20',
    NEW_SELLER_DAILY_SUM: '25',
    NEW_SELLER_SALES: '2',
    DISPUTE_WINDOW_DAYS: '30',
  }

  test('takes so much at once and no more', async () => {
    const { svc, ada } = await openShop({ env: limits })
    await using _ = svc
    const { status, json } = await ask(svc, ada, { slug: 'nova', amount: 2_001 })
    expect([status, json]).toEqual([
      409,
      {
        error: 'This artist is new here and can take at most $20 at once.',
        code: 'BAD_STATE',
        hint: 'Pay less, if the price allows it, or come back when they have sold here for a while.',
      },
    ])
    expect((await tip(svc, ada, 2_001)).status).toBe(409)
    expect(rowsOf(svc, 'orders')).toEqual([])
    expect((await ask(svc, ada, { slug: 'nova', amount: 2_000 })).status).toBe(200)
  })

  test('with ten cards of their own gets no more than a day allows, paid or begun, also all at once', async () => {
    const { svc, nova } = await openShop({ env: limits, clock: 'stands' })
    await using _ = svc
    const people = Array.from({ length: 10 }, (_, index) => cast(svc.ctx, `card${index}`, { published: false }))
    const answers = await Promise.all(people.map((person) => ask(svc, person)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(answers.find(({ status }) => status === 409)?.json).toEqual({
      error: 'This artist has reached today’s limit; try again tomorrow.',
      code: 'BAD_STATE',
      hint: 'Artists who are new here can take only so much in 24 hours.',
    })
    expect(rowsOf(svc, 'orders')).toHaveLength(3)
    expect((await svc.call('GET', '/api/studio/payouts', { cookie: nova.cookie })).json).toMatchObject({
      selling: {
        limits: { currency: 'usd', most: 2_000, daily: 2_500, sold: 2_100, sales: 0, salesNeeded: 2, days: 30 },
      },
    })
    expect(await page(svc, '/studio/payouts', nova)).toContain('at most $20 at once')
    svc.tick(dayMs)
    const late = people[statuses.indexOf(409)]
    if (late) expect((await ask(svc, late)).status).toBe(200)
  })

  test('has the day back from checkouts that nobody has paid within an hour, and those cannot be paid any more', async () => {
    const { svc, ada, hidden } = await openShop({ env: { ...limits, NEW_SELLER_DAILY_SUM: '15' }, clock: 'stands' })
    await using _ = svc
    await collect(svc, ada)
    const stranger = cast(svc.ctx, 'stranger', { published: false })
    const left = await begin(svc, stranger)
    svc.tick(hourMs - 1)
    await svc.ctx.jobs.idle()
    expect((await ask(svc, hidden)).status).toBe(409)
    svc.tick(1)
    await settled(svc)
    expect(rowsOf(svc, 'orders')).toMatchObject([{ state: 'PAID' }, { state: 'CANCELED' }])
    expect((await confirm(svc, stranger, left)).json).toMatchObject({ code: 'BAD_STATE' })
    expect((await ask(svc, hidden)).status).toBe(200)
  })

  test('has a voucher paid that waited longer than an hour', async () => {
    const { svc, ada, dawn } = await openShop({ env: limits, clock: 'stands' })
    await using _ = svc
    const { paymentIntentId } = await begin(svc, ada)
    const { stripe, test: bank } = shopOf(svc)
    await stripe.paymentIntents.confirm(paymentIntentId, { payment_method: 'pm_card_voucher', return_url: svc.url })
    await settled(svc)
    svc.tick(2 * hourMs)
    await settled(svc)
    await bank.finishPayment(paymentIntentId, 'succeeded')
    await settled(svc)
    expect([rowsOf(svc, 'orders'), await accessOf(svc, dawn.id, ada)]).toMatchObject([[{ state: 'PAID' }], 'full'])
  })

  test('keeps a payment that a bank works on counted, however long that takes', async () => {
    let isAtBank = false
    const intercept = async (request: Request, answer: () => Promise<Response>) => {
      const response = await answer()
      const isLook = request.method === 'GET' && new URL(request.url).pathname.startsWith('/v1/payment_intents/')
      return isAtBank && isLook ? Response.json({ ...(await response.json()), status: 'processing' }) : response
    }
    const env = { ...limits, NEW_SELLER_DAILY_SUM: '10' }
    const { svc, ada, hidden } = await openShop({ env, clock: 'stands', testProcessor: { intercept } })
    await using _ = svc
    await begin(svc, ada)
    isAtBank = true
    svc.tick(hourMs)
    await settled(svc)
    expect([rowsOf(svc, 'orders'), rowsOf(svc, 'waiting_payments')]).toMatchObject([[{ state: 'OPEN' }], [{}]])
    expect((await ask(svc, hidden)).status).toBe(409)
  })

  test('with a price above the limit is not offered for sale, and reads why where the price is set', async () => {
    const { svc, nova, ada } = await openShop({ env: { ...limits, NEW_SELLER_MAX_PRICE: '6.99' } })
    await using _ = svc
    expect(await page(svc, '/@nova', ada)).toContain('its artist cannot be paid right now')
    expect(await page(svc, '/checkout/nova', ada)).toContain('Not available yet')
    expect(await page(svc, '/studio', nova)).toContain('while you are a new seller, one payment can be at most $6.99')
    expect((await tip(svc, ada, 699)).status).toBe(200)
  })

  test('does not count a checkout twice that its buyer begins again', async () => {
    const { svc, ada } = await openShop({ env: { ...limits, NEW_SELLER_DAILY_SUM: '10' } })
    await using _ = svc
    await begin(svc, ada)
    await begin(svc, ada)
    await collect(svc, ada)
    expect((await tip(svc, ada, 300)).status).toBe(200)
    expect((await tip(svc, ada, 301)).status).toBe(409)
  })

  test('is new until enough sales are older than the dispute window and were not taken back', async () => {
    const { svc, nova, ada, hidden, draft } = await openShop({ env: limits, clock: 'stands' })
    await using _ = svc
    const old = { paidAt: svc.ctx.now() - 30 * dayMs }
    const most = async () => (await ask(svc, ada, { slug: 'nova', amount: 5_000 })).status
    addSale(svc, hidden, nova, old)
    addSale(svc, draft, nova, { paidAt: old.paidAt + 1 })
    const { id: orderId } = addSale(svc, draft, nova, old)
    const back = [[{ kind: 'REFUNDS' }, 700] as const, [{ kind: 'PLATFORM' }, -700] as const] as const
    const refund = { uniqueKey: 'REFUND re_1', kind: 'REFUND', orderId, currency: 'usd', entries: back } as const
    await svc.ctx.jointly(() => post(svc.ctx, refund))
    expect(await most()).toBe(409)
    svc.tick(1)
    expect(await most()).toBe(200)
  })

  test('has no limits as the owner of the instance, and none with test payments unless they are set', async () => {
    const { svc, ada } = await openShop({ env: limits })
    await using _ = svc
    makeOwner(svc.ctx, 'nova@example.com')
    expect((await ask(svc, ada, { slug: 'nova', amount: 90_000 })).status).toBe(200)
    const other = await openShop()
    await using __ = other.svc
    const started = await begin(other.svc, other.ada, { slug: 'nova', amount: 90_000 })
    expect((await verify(other.svc, other.ada, started)).status).toBe(200)
  })
})
