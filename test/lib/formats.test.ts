import { expect, test } from 'bun:test'
import { sizeOf } from '../../public/lib/size.ts'
import { numberText } from '../../src/lib/language/formats.ts'
import type { Language } from '../../src/lib/language/languages.ts'
import { inLanguage } from '../../src/lib/language/say.ts'
import { currencyName, namedCurrencies } from '../../src/lib/money/currency-name.ts'
import { shortSum, sumText, symbolOf, tableSum } from '../../src/lib/money/money.ts'
import { isCountedAlike, isCurrency, usableCurrencies } from '../../src/lib/money/usable-currency.ts'
import { countryName } from '../../src/lib/payment/country.ts'
import { dayText, longDay } from '../../src/lib/time/day-text.ts'
import { momentText } from '../../src/lib/time/moment-text.ts'
import { monthName } from '../../src/lib/time/month.ts'
import { spokenHour } from '../../src/lib/time/spoken-hour.ts'
import { storageSize } from '../../src/platform/storage/usage-text.ts'

const at = Date.UTC(2026, 11, 5, 18)
const later = Date.UTC(2027, 1, 1)
const sum = { amount: 1_234_550, currency: 'usd' }

/** Returns what people read of sums, times and places in a language, with plain spaces. */
const readIn = (language: Language) =>
  inLanguage(language, () =>
    [
      sumText(sum),
      tableSum(-700, 'eur'),
      shortSum(1_234_550, 'usd'),
      symbolOf('jpy'),
      numberText(1_234_567.5),
      countryName('DE'),
      monthName(202_612),
      spokenHour(at, 'UTC', at),
      spokenHour(at, 'UTC', later),
      longDay(at),
      dayText(at),
      momentText(at),
    ].map((text) => text.replace(/[\u00a0\u202f]/g, ' ')),
  )

test('sums, numbers, places and times are written as each language writes them', () => {
  const english = [
    '$12,345.50',
    '−€7.00',
    '$12.3K',
    '¥',
    '1,234,567.5',
    'Germany',
    'December 2026',
    '5 December, 18:00',
    '5 December 2026, 18:00',
    '5 December 2026',
    '5 Dec 2026',
    '5 Dec 2026, 18:00',
  ]
  expect(readIn('en')).toEqual(english)
  expect(readIn('ar-XB')).toEqual(english)
  expect(readIn('de')).toEqual([
    '12.345,50 $',
    '−7,00 €',
    '12.345,5 $',
    '¥',
    '1.234.567,5',
    'Deutschland',
    'Dezember 2026',
    '5. Dezember um 18:00',
    '5. Dezember 2026 um 18:00',
    '5. Dezember 2026',
    '05.12.2026',
    '05.12.2026, 18:00',
  ])
  expect(readIn('ja')).toEqual([
    '$12,345.50',
    '−€7.00',
    '$1.2万',
    '￥',
    '1,234,567.5',
    'ドイツ',
    '2026年12月',
    '12月5日 18:00',
    '2026年12月5日 18:00',
    '2026年12月5日',
    '2026/12/05',
    '2026/12/05 18:00',
  ])
  // English again, after the others were made.
  expect(readIn('en')).toEqual(english)
})

test('sizes have the point or comma of their reader’s language', () => {
  const sizes = () => [sizeOf(3_969_044), sizeOf(1_234_567_890), sizeOf(1_200), storageSize(1_250_000_000)]
  const plain = (texts: readonly string[]) => texts.map((text) => text.replace(/[\u00a0\u202f]/g, ' '))
  expect(plain(inLanguage('en', sizes))).toEqual(['4.0 MB', '1235 MB', '2 KB', '1.2 GB'])
  expect(plain(inLanguage('de', sizes))).toEqual(['4,0 MB', '1235 MB', '2 KB', '1,2 GB'])
})

test('a currency is chosen by the name that its reader’s language has for it', () => {
  const usable = usableCurrencies()
  expect(usable.every((code) => isCurrency(code) && isCountedAlike(code))).toBe(true)
  expect([usable.includes('eur'), usable.includes('kwd'), usable.includes('isk')]).toEqual([true, false, false])
  const named = () => usable.map(currencyName)
  for (const language of ['en', 'de', 'es', 'fr', 'ja'] as const) {
    // A code that has no name would be shown as itself.
    expect([language, inLanguage(language, named).filter((name) => /^[A-Z]{3}$/.test(name))]).toEqual([language, []])
  }
  expect(inLanguage('de', () => namedCurrencies(['usd', 'eur', 'egp']))).toEqual([
    { currency: 'egp', name: 'Ägyptisches Pfund' },
    { currency: 'eur', name: 'Euro' },
    { currency: 'usd', name: 'US-Dollar' },
  ])
})
