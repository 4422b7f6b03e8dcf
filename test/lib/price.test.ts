import { describe, expect, test } from 'bun:test'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tipOf } from '../../public/islands/checkout/tip.tsx'
import { demoPrice } from '../../src/demo/artists.ts'
import { type Language, languages } from '../../src/lib/language/languages.ts'
import { inLanguage } from '../../src/lib/language/say.ts'
import {
  decimalText,
  digitsOf,
  priceTag,
  readSum,
  shortSum,
  spellSum,
  spokenSum,
  tableSum,
} from '../../src/lib/money/money.ts'
import { leastCharged, priceBounds, rows, stepOf } from '../../src/lib/money/price.ts'
import { isPrice, priceFault, priceRule, readPrice } from '../../src/lib/money/set-price.ts'
import { offeredTips, tipBounds, tipRule } from '../../src/lib/money/tip-sum.ts'
import { startServer } from '../support/server.ts'
import { allSources } from '../support/sources.ts'
import { world } from '../support/world.ts'

const pricedCurrencies = rows.flatMap(([, , currencies]) => currencies.split(' '))

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('a dollar has the bounds that it always had', () => {
  expect([priceBounds('usd'), tipBounds('usd'), stepOf('usd'), offeredTips('usd')]).toEqual([
    { least: 50, most: 1_000_000 },
    { least: 100, most: 100_000 },
    100,
    [200, 500, 1_000],
  ])
  expect(
    [0, 49, 50, 700.5, 1_000_000, 1_000_001, -50, Number.NaN].map((minor) => isPrice(minor, priceBounds('usd'))),
  ).toEqual([...[true, false, true, false], ...[true, false, false, false]])
})

test('50 yen is not 50 cents, and a forint is less than either', () => {
  expect(
    ['jpy', 'huf', 'gbp', 'czk', 'inr', 'vnd'].map((currency) => [
      currency,
      plain(priceRule(priceBounds(currency), currency)),
    ]),
  ).toEqual([
    ['jpy', 'Enter 0 for free, or ¥50 to ¥1,000,000.'],
    ['huf', 'Enter 0 for free, or HUF 175 to HUF 900,000.'],
    ['gbp', 'Enter 0 for free, or £0.30 to £10,000.'],
    ['czk', 'Enter 0 for free, or CZK 15 to CZK 200,000.'],
    ['inr', 'Enter 0 for free, or ₹0.50 to ₹800,000.'],
    ['vnd', 'Enter 0 for free, or ₫20,000 to ₫90,000,000.'],
  ])
  const tip = (text: string, currency: string) => tipOf(text, tipBounds(currency), currency)
  expect(tipRule(tipBounds('usd'), 'usd')).toBe('A tip is $1 to $1,000.')
  expect([tip('100', 'jpy'), tip('99', 'jpy'), tip('300', 'huf'), tip('3', 'huf')]).toEqual([
    ...[100, null],
    ...[30_000, null],
  ])
})

describe('in every currency that has a row, and one that has none', () => {
  test.each([...pricedCurrencies, 'kes', 'rwf'])('%s', (currency) => {
    const [price, tip, step] = [priceBounds(currency), tipBounds(currency), stepOf(currency)]
    expect(price.least).toBe(leastCharged(currency))
    expect(step).toBeGreaterThanOrEqual(price.least)
    expect(tip.least).toBe(step)
    expect(tip.most).toBeLessThanOrEqual(price.most)
    expect(price.most).toBeGreaterThanOrEqual(50 * tip.least)
    expect(price.most).toBeLessThan(99_999_999)
    for (const offered of offeredTips(currency)) {
      expect(offered).toBeGreaterThanOrEqual(tip.least)
      expect(offered).toBeLessThanOrEqual(tip.most)
    }
    // Whole units, at most two figures that are not 0: a sentence can say them.
    for (const bound of [price.most, tip.least, tip.most, step]) {
      expect(String(bound)).toMatch(/^\d{1,2}0*$/)
      expect(bound % 10 ** digitsOf(currency)).toBe(0)
    }
    for (const amount of [0, price.least, price.most]) {
      expect(readPrice(spellSum({ amount, currency }), price, currency)).toBe(amount)
    }
    for (const amount of [price.least - 1, price.most + 1]) {
      expect(priceFault(spellSum({ amount, currency }), price, currency)).not.toBe('')
    }
    for (const usCents of [0, 100, 150, 200, 400, 500, 600, 650, 700]) {
      expect(isPrice(demoPrice(usCents, currency), price)).toBe(true)
    }
  })
})

test('a money field has the decimal mark of its reader, and reads what it shows', () => {
  const sum = { amount: 123_450, currency: 'usd' }
  const shown = languages.map((language) => inLanguage(language, () => spellSum(sum)))
  expect(shown).toEqual(['1234.50', '1234,50', '1234,50', '1234,50', '1234.50', '1234.50'])
  expect(shown.map((text) => readSum(text, 'usd'))).toEqual(languages.map(() => 123_450))
})

test('a money field takes dot and comma for the decimals in any language, and marks between thousands', () => {
  const read = (language: Language, texts: readonly string[], currency = 'eur') =>
    inLanguage(language, () => texts.map((text) => readSum(text, currency)))
  const alike = ['1,50', '1.50', '7 €', '1.234,56', '1,234.56', '1\u202f234,56 €', '1.234.567', '１２，５０']
  for (const language of languages) {
    expect(read(language, alike)).toEqual([150, 150, 700, 123_456, 123_456, 123_456, 123_456_700, 1_250])
    expect(read(language, ['1,2,3', '12,345,67', '1.5.5', '7.', '1234,5678', '-1,50'])).toEqual(Array(6).fill(null))
  }
  // Three digits after one mark: thousands where the language writes them so, else too many
  // decimals.
  expect(read('en', ['1,500', '1.500'])).toEqual([150_000, null])
  expect(read('de', ['1,500', '1.500'])).toEqual([null, 150_000])
  expect(read('ja', ['1,500', '１，５００'], 'jpy')).toEqual([1_500, 1_500])
  expect(read('de', ['1,500', '1.500'], 'kwd')).toEqual([1_500, 1_500_000])
  // Prices are shown like this in those languages.
  expect([...read('fr', ['7,50\u00a0$US'], 'usd'), ...read('de', ['7,50 CHF'], 'chf')]).toEqual([750, 750])
})

test('the symbol stands where the language writes it', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de, es, fr, ja' } })
  const marked = async (language: string) =>
    (await svc.call('GET', '/', { headers: { accept: 'text/html', 'accept-language': language } })).text.includes(
      'data-symbol="last"',
    )
  expect(await Promise.all(['en', 'de', 'es', 'fr', 'ja'].map(marked))).toEqual([false, true, true, true, false])
})

test('a currency has the digits that ISO 4217 gives it, and all formats write as many', () => {
  const isoDigits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  for (const currency of Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())) {
    expect([currency, digitsOf(currency)]).toEqual([currency, isoDigits(currency) ?? 2])
  }
  const texts = (amount: number, currency: string) => [
    priceTag({ amount, currency }),
    spokenSum({ amount, currency }),
    tableSum(amount, currency),
    shortSum(amount, currency),
    spellSum({ amount, currency }),
  ]
  expect(texts(123_450, 'usd')).toEqual(['$1,234.50', '$1,234.50', '$1,234.50', '$1,234.50', '1234.50'])
  expect(texts(-5_000_000, 'cad')).toEqual(['-CA$50,000.00', '-CA$50,000', '−$50,000.00', '−$50K', '-50000.00'])
  expect(texts(1_234, 'jpy')).toEqual(['¥1,234', '¥1,234', '¥1,234', '¥1,234', '1234'])
  expect(texts(0, 'eur')).toEqual(['Free', '€0', '€0.00', '€0', '0'])
  expect(decimalText(5, 3)).toBe('0.005')
  expect(['7', '7,5', ' 7.05 ', '7.005', '', 'x', '-1'].map((text) => readSum(text, 'usd'))).toEqual([
    ...[700, 750, 705],
    ...[null, null, null, null],
  ])
})

test('the server keeps the bounds of the currency', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  svc.ctx.db.update(cassets).set({ currency: 'huf' }).run()
  const price = async (amount: number) => {
    const body = { cassetId: nova.cassetId, price: amount }
    const { status, json } = await svc.call('POST', '/api/casset/update-price', { cookie: nova.cookie, body })
    return { status, json }
  }
  for (const amount of [50, 17_499, 90_000_001, 1e300]) {
    expect([amount, await price(amount)]).toEqual([
      amount,
      {
        status: 400,
        json: {
          code: 'VALIDATION',
          field: 'price',
          error: '"price" must be 0, or a whole number from 17500 to 90000000.',
          hint: 'Enter 0 for free, or HUF\u00a0175 to HUF\u00a0900,000.',
        },
      },
    ])
  }
  expect((await price(17_500)).status).toBe(200)
  expect((await price(0)).status).toBe(200)
})

test('the rule is stated once: no other file knows a bound of a price', async () => {
  const stated = (await allSources()).filter(({ path }) =>
    /^(?:src|public)\/.*(?:model|shape|routes)\.tsx?$|^public\//.test(path),
  )
  const bound =
    /\b(?:minimum|least\w*|min\w*):? ?=? ?(?:50|100)\b|\b(?:maximum|most\w*|max\w*):? ?=? ?(?:1_?000_?000|100_?000)\b/
  const rule = stated.filter(({ code }) => bound.test(code)).map(({ path }) => path)
  expect(rule).toEqual([])
})
