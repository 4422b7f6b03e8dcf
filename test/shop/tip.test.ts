import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import type { TestServer } from '../support/server.ts'
import {
  balances,
  begun,
  confirm,
  goodCard,
  openShop,
  postings,
  settled,
  shopOf,
  verify,
} from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const tipNova = (svc: TestServer, { cookie }: Person, body: Record<string, unknown>) =>
  svc.call('POST', '/api/casset/nova/tip', { cookie, body })

test('A tip exists once the webhook says that it is paid, with its message, and moves the money', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const started = begun(await tipNova(svc, ada, { amount: 500, message: '  For Dawn 🌅 ' }))
  expect(rowsOf(svc, 'tips')).toEqual([])
  expect(rowsOf(svc, 'orders')).toMatchObject([
    { kind: 'tip', amount_minor: 500, price_minor: 0, message: 'For Dawn 🌅', thing_id: null, state: 'OPEN' },
  ])
  expect((await confirm(svc, ada, started, goodCard)).json).toMatchObject({ status: 'succeeded' })
  await settled(svc)
  expect(rowsOf(svc, 'tips')).toMatchObject([{ order_id: started.orderId, status: 'PAID', ended_at: null }])
  expect(postings(svc)).toEqual({ SALE: 1, PROCESSOR_FEE: 1, TRANSFER: 1 })
  expect(balances(svc)).toMatchObject({ BUYERS: -500, nova: 455 })
  expect((await verify(svc, ada, started)).json).toEqual({ status: 'succeeded', entitled: true, purchase: null })
  expect([rowsOf(svc, 'tips').length, rowsOf(svc, 'purchases').length]).toEqual([1, 0])
})

test('A tip that is given back is no tip any more, and buys nothing in between', async () => {
  const { svc, ada, dawn } = await openShop()
  await using _ = svc
  const started = begun(await tipNova(svc, ada, { amount: 70_000 }))
  await confirm(svc, ada, started, goodCard)
  await settled(svc)
  const access = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: ada.cookie })
  expect(access.json).toMatchObject({ access: 'hook' })
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  expect(rowsOf(svc, 'tips')).toMatchObject([{ status: 'REFUNDED', ended_at: expect.any(Number) }])
  expect(balances(svc)).toMatchObject({ BUYERS: -70_000, REFUNDS: 70_000, nova: 0 })
})

test('A new tip replaces the unpaid one, and leaves the checkout of the casset alone', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  const body = { slug: 'nova' }
  const casset = begun(await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body }))
  const first = begun(await tipNova(svc, ada, { amount: 100 }))
  const second = begun(await tipNova(svc, ada, { amount: 200 }))
  expect(rowsOf(svc, 'orders')).toMatchObject([
    { id: casset.orderId, state: 'OPEN' },
    { id: first.orderId, state: 'REPLACED' },
    { id: second.orderId, state: 'OPEN' },
  ])
  const { status } = await shopOf(svc).stripe.paymentIntents.retrieve(first.paymentIntentId)
  expect(status).toBe('canceled')
})

test('A tip of a wrong amount or a message that is too long is refused, and nothing is ordered', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  for (const [body, field] of [
    [{ amount: 99 }, 'amount'],
    [{ amount: 100_001 }, 'amount'],
    [{ amount: -500 }, 'amount'],
    [{ amount: 150.5 }, 'amount'],
    [{ amount: '500' }, 'amount'],
    [{}, 'amount'],
    [{ amount: 500, message: '🌅'.repeat(281) }, 'message'],
    [{ amount: 500, currency: 'eur' }, 'currency'],
  ] as const) {
    const { status, json } = await tipNova(svc, ada, body)
    expect([status, json]).toMatchObject([400, { code: 'VALIDATION', field }])
  }
  const own = await tipNova(svc, nova, { amount: 500 })
  expect([own.status, own.json]).toMatchObject([409, { code: 'BAD_STATE' }])
  expect((await svc.call('POST', '/api/casset/nobody/tip', { cookie: ada.cookie, body: { amount: 500 } })).status).toBe(
    404,
  )
  expect(rowsOf(svc, 'orders')).toEqual([])
  expect(begun(await tipNova(svc, ada, { amount: 500, message: '🌅'.repeat(280) })).orderId).toBeString()
})

test('Whoever tips again before the webhook has told of the first tip pays for both', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  for (const amount of [100, 200]) {
    const started = begun(await tipNova(svc, ada, { amount }))
    await shopOf(svc).test.confirmCard({ ...started, card: goodCard, returnUrl: svc.url })
    svc.ctx.db.$client.run('DELETE FROM webhook_events')
    svc.ctx.db.$client.run('DELETE FROM jobs')
  }
  const third = begun(await tipNova(svc, ada, { amount: 300 }))
  expect(rowsOf(svc, 'tips')).toMatchObject([{ status: 'PAID' }, { status: 'PAID' }])
  expect(balances(svc)).toMatchObject({ BUYERS: -300 })
  expect(third.orderId).toBeString()
})
