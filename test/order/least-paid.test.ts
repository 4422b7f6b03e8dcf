import { expect, test } from 'bun:test'
import { type Bounds, boundsText, priceBounds, rows } from '../../src/lib/money/price.ts'
import { prizeBounds } from '../../src/lib/money/prize-sum.ts'
import { tipBounds } from '../../src/lib/money/tip-sum.ts'
import { isCountedAlike, isCurrency } from '../../src/lib/money/usable-currency.ts'
import { leastIn } from '../../src/platform/payment/settled-least.ts'
import { createExchange } from '../../src/test-processor/charge/exchange.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { addDrop } from '../support/drop/drop-row.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { ask, openShop, shopOf } from '../support/shop/checkout.ts'
import type { Person } from '../support/world.ts'

const settlements = ['usd', 'eur', 'gbp', 'chf', 'czk', 'jpy', 'huf']
const listed = rows.flatMap(([, , currencies]) => currencies.split(' '))
const leastOf = new Map(rows.flatMap(([least, , currencies]) => currencies.split(' ').map((each) => [each, least])))

test('the least price of each currency is the minimum of that in which the site is paid, too, at other rates', () => {
  const exchange = createExchange()
  const low: string[] = []
  for (const settled of settlements) {
    for (const currency of listed) {
      const worth = leastIn(currency, settled) * exchange.rate(currency, settled)
      if (worth < (leastOf.get(settled) ?? 0)) low.push(`${currency} in ${settled}: ${worth}`)
    }
  }
  expect(low).toEqual([])
})

test('each currency that can be charged has a rate, and the minimum stays small', () => {
  const all = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
  const usable = all.filter((code) => isCurrency(code) && isCountedAlike(code))
  expect(usable.length).toBeGreaterThan(115)
  const bare = usable.filter((code) => code !== 'usd' && leastIn(code, 'usd') === 50 && !listed.includes(code))
  // Half a dollar is less than 50 pence of these pounds.
  expect(bare).toEqual(['fkp', 'gip', 'shp'])
})

test('a site that converts nothing keeps the minimum of each currency', () => {
  expect([leastIn('usd', undefined), leastIn('kes', undefined), leastIn('usd', 'usd')]).toEqual([50, 50, 50])
})

// [currency, the price that nobody could pay, what a US dollar is worth in it]
const prices = [
  ['usd', 50, 1],
  ['jpy', 50, 157],
  ['krw', 500, 1_475],
  ['vnd', 12_000, 26_300],
  ['cop', 200_000, 3_800],
  ['idr', 800_000, 16_700],
  ['kes', 50, 129],
  ['ngn', 50, 1_450],
  ['lbp', 50, 89_500],
] as const

test('a price that nobody can pay is refused with its field and the least one, which can be paid', async () => {
  const { svc, nova, ada, dawn } = await openShop({ env: { TEST_SETTLEMENT_CURRENCY: 'eur' } })
  await using _ = svc
  const dropId = addDrop(svc, nova, dawn, { state: 'DRAFT' })
  const releaseId = await publishedRelease(svc, nova, [dawn.id])
  await decide(svc, nova, releaseId, { scope: 'sync', decision: 'REQUIRE_LICENSE' })
  for (const [currency, price, perDollar] of prices) {
    await shopOf(svc).test.setExchangeRate(currency, 1 / perDollar)
    svc.ctx.db.$client.run('UPDATE cassets SET currency = ?, price_minor = 0, track_price_minor = NULL', [currency])
    const least = leastIn(currency, 'eur')
    for (const field of ['price', 'suggestedPrice', 'trackPrice']) {
      const { status, json } = await patchCasset(svc, nova, { [field]: price })
      const refusal = { code: 'VALIDATION', field, error: expect.stringContaining(` from ${least} to `) }
      expect([currency, status, json]).toMatchObject([currency, 400, refusal])
    }
    // The editors say the same before.
    const { most } = priceBounds(currency)
    const rule = `Enter 0 for free, or ${boundsText({ least, most }, currency)}.`
    const { text: studio } = await svc.call('GET', '/studio', { cookie: nova.cookie, headers: { accept: 'text/html' } })
    expect(studio).toContain(rule)
    const named: [path: string, who: Person, bounds: Bounds][] = [
      ['/checkout/nova', ada, priceBounds(currency)],
      ['/checkout/nova/tip', ada, tipBounds(currency)],
      [`/checkout/nova/drop/${dropId}`, nova, prizeBounds(currency)],
      [`/@nova/releases/${releaseId}`, ada, priceBounds(currency)],
      [`/studio/releases/${releaseId}`, nova, priceBounds(currency)],
    ]
    for (const [path, { cookie }, bounds] of currency === 'jpy' || currency === 'cop' ? named : []) {
      const limits = boundsText({ ...bounds, least: Math.max(bounds.least, least) }, currency)
      const { text } = await svc.call('GET', path, { cookie, headers: { accept: 'text/html' } })
      expect([currency, path, text.includes(limits)]).toEqual([currency, path, true])
    }
    expect((await patchCasset(svc, nova, { price: least })).status).toBe(200)
    const { status, text } = await ask(svc, ada)
    expect([currency, status, text]).toEqual([currency, 200, expect.anything()])
  }
})
