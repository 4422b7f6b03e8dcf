import { expect, test } from 'bun:test'
import { switchOnVat } from '../support/books/vat.ts'
import { balances, card, collect, openShop, postings, settled, shopOf } from '../support/shop/checkout.ts'

test("a refund that the buyer's bank sends back leaves artist and platform with what the sale left them", async () => {
  const testProcessor = { bankMs: 5_000 }
  const {
    svc,
    ada,
    nova: seller,
  } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' }, testProcessor, clock: 'stands' })
  await using _ = svc
  const { paymentIntentId: payment_intent } = await collect(svc, ada, card('4000000000007726'))
  expect(balances(svc)).toMatchObject({ PLATFORM: 70, nova: 580, 'OWED nova': 0, PROCESSOR_FEES: 50 })
  await shopOf(svc).stripe.refunds.create({ payment_intent })
  await settled(svc)
  expect(balances(svc)).toMatchObject({ PLATFORM: 0, nova: 0, 'OWED nova': -50, REFUNDS: 700 })
  // A fee that the platform gives back was not taken, and is no income.
  const { text } = await svc.call('GET', '/api/studio/statistics.csv', { cookie: seller.cookie })
  const [names = [], ...rows] = text.split('\r\n').map((line) => line.replaceAll('"', '').split(','))
  const given = rows.find((cells) => cells[names.indexOf('kind')] === 'PLATFORM_FEE_REFUND') ?? []
  const sums = ['gross_minor', 'fee_minor', 'net_minor'].map((name) => given[names.indexOf(name)])
  expect(sums).toEqual(['0', '-70', '70'])
  svc.tick(6_000)
  await settled(svc)
  const { PLATFORM, PROCESSOR_FEES, REFUNDS, nova = 0, 'OWED nova': owed = 0 } = balances(svc)
  expect({ PLATFORM, PROCESSOR_FEES, REFUNDS, nova: nova + owed }).toEqual({
    PLATFORM: 70,
    PROCESSOR_FEES: 50,
    REFUNDS: 0,
    nova: 580,
  })
  expect(postings(svc)).toMatchObject({ REFUND: 1, REFUND_FAILURE: 1, PLATFORM_FEE: 2, PLATFORM_FEE_REFUND: 1 })
})

test('the platform gives its percent back with a refund that the bank has not yet carried out', async () => {
  const { svc, ada } = await openShop({
    env: { PLATFORM_FEE_PERCENT: '10' },
    testProcessor: { bankMs: 5_000 },
    clock: 'stands',
  })
  await using _ = svc
  const { paymentIntentId: payment_intent } = await collect(svc, ada, card('4000000000005126'))
  const { status } = await shopOf(svc).stripe.refunds.create({ payment_intent, amount: 350 })
  await settled(svc)
  expect([status, balances(svc).PLATFORM, balances(svc).REFUNDS]).toEqual(['pending', 35, 350])
})

test('at the minimum nobody keeps more than a sale brings: first the processor, then the VAT, then the percent', async () => {
  for (const [percent, currency, price] of [
    ['25', 'usd', 50],
    ['50', 'usd', 50],
    ['50', 'gbp', 40],
  ] as const) {
    const { svc, ada } = await openShop({ env: { PLATFORM_FEE_PERCENT: percent, CURRENCY: currency }, clock: 'stands' })
    await using _ = svc
    svc.ctx.db.$client.run('UPDATE cassets SET price_minor = ?, currency = ?', [price, currency])
    switchOnVat(svc, { US: '50' })
    svc.tick(1_000)
    await collect(svc, ada)
    const { PROCESSOR_FEES = 0, PLATFORM = 0, VAT = 0, nova = 0, 'OWED nova': owed = 0 } = balances(svc)
    const due = Math.round(price / 3)
    const net = price - PROCESSOR_FEES
    const kept = Math.min(due, net)
    expect([percent, VAT, PLATFORM]).toEqual([
      percent,
      kept,
      Math.min(Math.floor((price * Number(percent)) / 100), net - kept),
    ])
    expect([nova + owed >= 0, nova + owed]).toEqual([true, net - VAT - PLATFORM])
  }
})
