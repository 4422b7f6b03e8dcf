import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { checks } from '../../src/rooms.ts'
import { testLimitMs } from '../support/limits.ts'
import type { TestServer } from '../support/server.ts'
import { begin, card, collect, confirm, goodCard, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const dayMs = 86_400_000
const disputed = card('4000000000000259')

const read = async (svc: TestServer, { cookie }: Person, path: string): Promise<Record<string, unknown>> => {
  const { status, json } = await svc.call('GET', path, { cookie })
  expect([path, status]).toEqual([path, 200])
  return Object(json)
}

/**
 * Sums a column of the accountant's CSV by currency. No cell of this world has a quote or a comma
 * in it.
 */
async function csvSums(svc: TestServer, { cookie }: Person, column: string): Promise<Record<string, number>> {
  const { text } = await svc.call('GET', '/api/studio/statistics.csv', { cookie })
  const [names = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(','))
  const sums: Record<string, number> = {}
  for (const cells of rows) {
    const currency = cells[names.indexOf('currency')]?.toLowerCase() ?? ''
    sums[currency] = (sums[currency] ?? 0) + Number(cells[names.indexOf(column)])
  }
  return sums
}

type Sums = { net: number; balance: number; owed: number }

/** The statistics of somebody in each currency, all days together. */
async function statisticsOf(svc: TestServer, person: Person): Promise<Record<string, Sums>> {
  const { currencies } = await read(svc, person, '/api/studio/statistics')
  if (!Array.isArray(currencies)) throw new Error('no currencies')
  return Object.fromEntries(
    currencies.map(({ currency, totals, balance, owed }) => [currency, { net: totals.net, balance, owed }]),
  )
}

/** The money on an account at the processor, by currency. */
async function fundsOf(svc: TestServer, stripeAccount?: string): Promise<Record<string, number>> {
  const options = stripeAccount === undefined ? {} : { stripeAccount }
  const { available, pending } = await shopOf(svc).stripe.balance.retrieve({}, options)
  const sums: Record<string, number> = {}
  for (const { amount, currency } of [...available, ...pending]) sums[currency] = (sums[currency] ?? 0) + amount
  return sums
}

test('a label sells for an artist, refunds, loses a dispute and wins one in another currency; every figure agrees and its own money is untouched', async () => {
  const { svc, nova, ada } = await openShop({
    env: { SELLERS: 'approved', PLATFORM_FEE_PERCENT: '10' },
    testProcessor: { currency: 'eur', convertsCharges: true },
  })
  await using _ = svc
  const label = cast(svc.ctx, 'label', { priceMinor: 500 })
  await addReadyTrack(svc.ctx, label.cassetId, 'House')
  makeOwner(svc.ctx, 'label@example.com')
  const { stripe, test: processor } = shopOf(svc)
  const fans = ['bea', 'cem', 'dan', 'eva'].map((name) => cast(svc.ctx, name, { published: false }))

  // The label's own sales.
  await collect(svc, ada, goodCard, { slug: 'label' })
  await settled(svc)
  const own = await fundsOf(svc)

  const refused = await svc.call('POST', '/api/checkout/payment-intent', { cookie: ada.cookie, body: { slug: 'nova' } })
  expect(refused.json).toMatchObject({ code: 'BAD_STATE', hint: expect.stringContaining('let the artist sell') })
  await svc.call('POST', '/api/studio/payouts/permission', { cookie: nova.cookie })
  const allow = { cookie: label.cookie, body: { allowed: true } }
  expect((await svc.call('PATCH', `/api/admin/sellers/${nova.artistId}`, allow)).status).toBe(200)

  const buy = async (buyer: Person, typed = goodCard) => {
    const started = await begin(svc, buyer, { slug: 'nova', amount: 10_000 })
    await confirm(svc, buyer, started, typed)
    svc.tick(2_000)
    await settled(svc)
    return started.paymentIntentId
  }
  const kept = await buy(ada)
  const [back = '', lost = '', won = ''] = [
    await buy(fans[0] ?? ada),
    await buy(fans[1] ?? ada, disputed),
    await buy(fans[2] ?? ada, disputed),
  ]
  expect(kept).toStartWith('pi_')
  await processor.setExchangeRate('eur', 1.31)
  await stripe.refunds.create({ payment_intent: back })
  for (const [payment_intent, words] of [
    [lost, 'losing_evidence'],
    [won, 'winning_evidence'],
  ] as const) {
    for (const { id } of (await stripe.disputes.list({ payment_intent })).data) {
      await stripe.disputes.update(id, { evidence: { uncategorized_text: words }, submit: true })
    }
  }
  svc.tick(dayMs)
  await settled(svc)
  // The sum that the artist's account could not give back is settled with the next sale.
  await buy(fans[3] ?? ada)
  for (let step = 0; step < 3; step += 1) {
    svc.tick(dayMs)
    await settled(svc)
  }

  const { sellers } = await read(svc, label, '/api/admin/sellers')
  const account = svc.ctx.db.$client.query('SELECT account_id FROM seller_accounts').values()[0]?.[0]
  const artists = await fundsOf(svc, String(account))
  const mine = await statisticsOf(svc, nova)
  const [nets, owed] = [await csvSums(svc, nova, 'net_minor'), await csvSums(svc, nova, 'owed_minor')]
  for (const [currency, { net, balance, owed: waiting }] of Object.entries(mine)) {
    const figures = { net: nets[currency] ?? 0, balance: artists[currency] ?? 0, owed: owed[currency] ?? 0 }
    expect([currency, { net, balance, owed: waiting }]).toEqual([currency, figures])
  }
  expect(Object.values(mine).map(({ owed: waiting }) => waiting)).toEqual([0, 0])
  expect(Array.isArray(sellers) && sellers.find(({ handle }) => handle === 'nova')).toMatchObject({ owed: [] })

  // The label keeps its percent of what stayed sold and of what a bank took back, and has not lost
  // a cent of its own. Ten percent of 92.59 euros three times, and of 76.33 at the new rate.
  const fees = 3 * 925 + 763
  const { platform } = await read(svc, label, '/api/studio/statistics')
  expect(platform).toEqual([{ currency: 'eur', fees, held: 0, waiting: [], debts: 0, pools: 0 }])
  expect(await fundsOf(svc)).toEqual({ eur: (own.eur ?? 0) + fees })
  expect(await statisticsOf(svc, label)).toMatchObject({ eur: { balance: own.eur, owed: 0 } })

  const looks = checks.filter(({ name }) => ['ledger', 'reconciling', 'payments', 'payouts'].includes(name))
  expect(looks.length).toBeGreaterThan(1)
  for (const { name, problem } of await runChecks(svc.ctx, { looks }))
    expect([name, problem]).toEqual([name, undefined])
})
