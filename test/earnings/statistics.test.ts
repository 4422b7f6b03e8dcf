import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { accountOf, bank, buyers, moveAt, processorFees, refunds } from '../support/books/ledger-at.ts'
import { askStatistics as ask, figures, nothing } from '../support/earnings/statistics.ts'
import type { TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { begun, card, collect, confirm, goodCard, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

async function tip(svc: TestServer, tipper: Person, amount: number) {
  const { cookie } = tipper
  const started = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie, body: { amount } }))
  await confirm(svc, tipper, started, goodCard)
  await settled(svc)
  return started
}

test('a connected artist is told what buyers paid, what it cost, what the platform kept and what went back', async () => {
  const { svc, ada, nova } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const bo = cast(svc.ctx, 'bob')
  await collect(svc, ada)
  const second = await collect(svc, bo, goodCard, { slug: 'nova', amount: 900 })
  await tip(svc, ada, 500)
  await shopOf(svc).stripe.refunds.create({ payment_intent: second.paymentIntentId, amount: 300 })
  await settled(svc)
  const costs = { processorFees: 50 + 56 + 45, platformFees: 180, refunds: 300 }
  const totals = { ...nothing, ...costs, sales: 1_600, tips: 500, net: 1_469 }
  expect(await figures(svc, nova)).toEqual({
    currency: 'usd',
    totals,
    balance: 1_469,
    owed: 0,
    platform: null,
  })
  expect((await ask(svc, ada)).json).toMatchObject({ currencies: [], collects: { total: 0 }, platform: null })
})

test("the instance's owner sells without the platform between, and bears what the processor takes", async () => {
  const { svc, ada, nova } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const started = await collect(svc, ada)
  await tip(svc, ada, 500)
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  // 2.9 % and 30 of each: 50 of the casset and 45 of the tip, which a refund does not bring back.
  const totals = { ...nothing, sales: 700, tips: 500, processorFees: 95, refunds: 700, net: 405 }
  expect(await figures(svc, nova)).toEqual({
    currency: 'usd',
    totals,
    balance: 405,
    owed: 0,
    platform: [],
  })
})

test('a lost dispute counts with its fee, and a won one costs the fee alone', async () => {
  for (const [evidence, disputes, processorFees] of [
    // A seller who answers and loses pays for the answer too.
    ['losing_evidence', 700, 3_050],
    ['winning_evidence', 0, 1_550],
  ] as const) {
    const { svc, ada, nova } = await openShop({ testProcessor: { bankMs: 5_000 } })
    await using _ = svc
    makeOwner(svc.ctx, 'nova@example.com')
    await collect(svc, ada, card('4000000000000259'))
    svc.tick(2_000)
    await settled(svc)
    const { stripe } = shopOf(svc)
    const [dispute] = (await stripe.disputes.list()).data
    await stripe.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: evidence } })
    svc.tick(6_000)
    await settled(svc)
    const net = 700 - processorFees - disputes
    const totals = { ...nothing, sales: 700, processorFees, disputes, net }
    expect(await figures(svc, nova)).toMatchObject({ totals, balance: net })
  }
})

test('the owner is told besides what the instance keeps of what others sell, and who owes whom', async () => {
  const { svc, ada, nova } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const boss = cast(svc.ctx, 'boss')
  makeOwner(svc.ctx, 'boss@example.com')
  const started = await collect(svc, ada)
  await tip(svc, ada, 500)
  const kept = { currency: 'usd', fees: 120, held: 0, waiting: [], debts: 0, pools: 0 }
  expect((await ask(svc, boss)).json).toMatchObject({ currencies: [], platform: [kept] })
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  // The processor keeps its fee of a refunded sale, and that is the artist's to bear.
  expect((await ask(svc, boss)).json).toMatchObject({ currencies: [], platform: [{ ...kept, fees: 50, debts: 50 }] })
  expect((await ask(svc, nova)).json).toMatchObject({ currencies: [{ balance: 405, owed: -50 }], platform: null })
})

test('money that came from another currency is told in both', async () => {
  const testProcessor = { currency: 'eur', convertsCharges: true }
  const { svc, ada, nova } = await openShop({ testProcessor })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  await shopOf(svc).test.setExchangeRate('eur', 1.25)
  await collect(svc, ada)
  expect((await ask(svc, nova)).json).toMatchObject({
    currencies: [
      { currency: 'eur', totals: { ...nothing, exchanged: 560, processorFees: 40, net: 520 }, balance: 520 },
      { currency: 'usd', totals: { ...nothing, sales: 700, exchanged: -700 }, balance: 0 },
    ],
  })
})

test('a payout leaves the balance and not the net, and comes back when it failed', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const me = accountOf(nova)
  moveAt(svc, [
    { at: '2026-01-01T10:00:00Z', kind: 'SALE', from: buyers, to: me, amount: 5_000 },
    { at: '2026-01-02T10:00:00Z', kind: 'PAYOUT', from: me, to: bank, amount: 3_000 },
    { at: '2026-01-03T10:00:00Z', kind: 'PAYOUT', from: me, to: bank, amount: 1_000 },
    { at: '2026-01-04T10:00:00Z', kind: 'PAYOUT_FAILURE', from: bank, to: me, amount: 1_000 },
  ])
  const { totals, balance } = await figures(svc, nova, '?from=2026-01-01&to=2026-01-31')
  expect([totals, balance]).toEqual([{ ...nothing, sales: 5_000, net: 5_000, payouts: 3_000 }, 2_000])
  const later = await figures(svc, nova, '?from=2026-01-04&to=2026-01-31')
  expect([later.totals, later.balance]).toEqual([{ ...nothing, payouts: -1_000 }, 2_000])
})

test('every currency stands by itself, and a failed refund is none', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const me = accountOf(nova)
  moveAt(svc, [
    { at: '2026-01-01T10:00:00Z', kind: 'SALE', from: buyers, to: me, amount: 700, currency: 'usd' },
    { at: '2026-01-01T10:00:00Z', kind: 'SALE', from: buyers, to: me, amount: 90_000, currency: 'jpy' },
    { at: '2026-01-02T10:00:00Z', kind: 'PROCESSOR_FEE', from: me, to: processorFees, amount: 50 },
    { at: '2026-01-02T10:00:00Z', kind: 'REFUND', from: me, to: refunds, amount: 700 },
    { at: '2026-01-02T11:00:00Z', kind: 'REFUND_FAILURE', from: refunds, to: me, amount: 700 },
  ])
  const { json } = await ask(svc, nova, '?from=2026-01-01&to=2026-01-02&by=month')
  const days = { from: '2026-01-01', to: '2026-01-02' }
  const yen = { ...nothing, sales: 90_000, net: 90_000 }
  const dollars = { ...nothing, sales: 700, processorFees: 50, net: 650 }
  expect(json).toEqual({
    ...days,
    by: 'month',
    currencies: [
      { currency: 'jpy', totals: yen, balance: 90_000, owed: 0, waiting: [], series: [{ ...days, ...yen }] },
      { currency: 'usd', totals: dollars, balance: 650, owed: 0, waiting: [], series: [{ ...days, ...dollars }] },
    ],
    collects: { total: 0, series: [{ ...days, count: 0 }] },
    cassets: [{ id: nova.cassetId, name: 'First Light', collects: 0, currencies: [] }],
    platform: null,
  })
})

test('collects are counted for money and for nothing, and one that was taken back is none', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const bo = cast(svc.ctx, 'bob')
  await collect(svc, ada)
  const { paymentIntentId } = await collect(svc, bo)
  svc.ctx.db.$client.run('UPDATE cassets SET price_minor = 0 WHERE id = ?', [nova.cassetId])
  const body = { slug: 'nova' }
  const eve = cast(svc.ctx, 'eve')
  await svc.call('POST', '/api/checkout/payment-intent', { cookie: eve.cookie, body })
  const counted = async () => Reflect.get(Object((await ask(svc, nova)).json), 'collects')
  expect(await counted()).toMatchObject({ total: 3 })
  await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
  await settled(svc)
  const { total, series } = await counted()
  expect([total, series.length, series.at(-1)]).toEqual([2, 30, { ...today(svc), count: 2 }])
})

function today({ ctx }: TestServer) {
  const date = new Date(ctx.now()).toISOString().slice(0, 10)
  return { from: date, to: date }
}
