import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { languages } from '../../src/lib/language/languages.ts'
import { inLanguage } from '../../src/lib/language/say.ts'
import { decimalText, digitsOf } from '../../src/lib/money/money.ts'
import { percentText, rateText, readPercent, vatIn } from '../../src/lib/money/vat.ts'
import { isCountry } from '../../src/lib/payment/country.ts'

// Worked out by hand, as amount × rate ÷ (100 + rate), and rounded as at school.
test.each([
  ['eur', 700, '19', '1.12'],
  ['eur', 1, '19', '0.00'],
  ['eur', 3, '20', '0.01'],
  ['usd', 700, '25.5', '1.42'],
  ['eur', 999, '21', '1.73'],
  ['jpy', 500, '10', '45'],
  ['jpy', 550, '10', '50'],
  ['huf', 100_000, '27', '212.60'],
  ['kwd', 1_234, '5', '0.059'],
  ['bhd', 1_100, '10', '0.100'],
  ['usd', 90_000_000, '27', '191338.58'],
  ['eur', 700, '0', '0.00'],
])('in %s, %i minor units at %s %% include %s', (currency, gross, percent, vat) => {
  expect(decimalText(vatIn(gross, readPercent(percent) ?? Number.NaN), digitsOf(currency))).toBe(vat)
})

test('whatever the amount and rate, net and VAT sum to the amount, and the VAT is within half a minor unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -90_000_000, max: 90_000_000 }),
      fc.integer({ min: 0, max: 5_000 }),
      (gross, rate) => {
        const vat = vatIn(gross, rate)
        expect(Number.isSafeInteger(vat)).toBe(true)
        // Twice the distance from the exact VAT, times the common divisor, in whole numbers.
        const off = 2n * (BigInt(gross) * BigInt(rate) - BigInt(vat) * BigInt(10_000 + rate))
        expect(off <= BigInt(10_000 + rate) && off >= -BigInt(10_000 + rate)).toBe(true)
        expect(vatIn(-gross, rate) + vat).toBe(0)
      },
    ),
  )
})

test.each([
  ['0', 0],
  ['19', 1_900],
  ['25.5', 2_550],
  ['25,5', 2_550],
  [' 8.05 ', 805],
  ['50', 5_000],
  ['50.01', null],
  ['100', null],
  ['-1', null],
  ['19.125', null],
  ['', null],
  ['1e1', null],
  ['19 %', null],
])('the rate %j is read as %j', (text, rate) => {
  expect(readPercent(text)).toBe(rate)
  if (rate !== null) expect(readPercent(percentText(rate))).toBe(rate)
})

test.each([
  ['DE', true],
  ['GR', true],
  ['EL', false],
  ['UK', false],
  ['EU', false],
  ['de', false],
  ['DEU', false],
  ['ZZ', false],
  ['', false],
])('%j is a country: %j', (code, is) => {
  expect(isCountry(code)).toBe(is)
})

test('a rate is shown with the decimal mark of its reader, and is read back', () => {
  const shown = languages.map((language) => inLanguage(language, () => rateText('25.5')))
  expect(shown).toEqual(['25.5', '25,5', '25,5', '25,5', '25.5', '25.5'])
  expect(shown.map(readPercent)).toEqual(languages.map(() => 2_550))
})
