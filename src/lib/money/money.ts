import { inEachLanguage, measureText, numberText } from '../language/formats.ts'
import { say } from '../language/say.ts'

/** An amount in minor units with its ISO 4217 currency in lower case. */
export type Sum = { amount: number; currency: string }

type Style = 'symbol' | 'narrowSymbol'
type Look = 'full' | 'whole' | 'compact'

const withoutMinor = new Set('bif byr clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf'.split(' '))
const withThousandths = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '))

/** Not from Intl: browsers disagree about some. */
export function digitsOf(currency: string): number {
  if (withoutMinor.has(currency)) return 0
  if (withThousandths.has(currency)) return 3
  return currency === 'clf' ? 4 : 2
}

// Created once per currency and language: creating a format costs as much as reading several rows
// of the database.
const formats = inEachLanguage((locale) => ({ locale, made: new Map<string, Intl.NumberFormat>() }), 'en')

function formatOf(currency: string, currencyDisplay: Style, look: Look): Intl.NumberFormat {
  const { locale, made } = formats()
  const key = `${currency} ${currencyDisplay} ${look}`
  const known = made.get(key)
  if (known) return known
  const digits = look === 'full' ? digitsOf(currency) : 0
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay,
    ...(look === 'compact'
      ? { notation: 'compact', maximumFractionDigits: 1 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  })
  made.set(key, format)
  return format
}

const unitsOf = ({ amount, currency }: Sum) => amount / 10 ** digitsOf(currency)

/**
 * Returns an amount in the form of pages, emails and accounts: $7.00, and $0.00 for zero. A dollar
 * of another country than the language expects says which: CA$7.00.
 */
export const sumText = (sum: Sum): string => formatOf(sum.currency, 'symbol', 'full').format(unitsOf(sum))

/** Returns an amount in the form of a price tag; zero is "Free". */
export const priceTag = (sum: Sum): string => (sum.amount === 0 ? say('Free ## a price') : sumText(sum))

/** Returns a price with its seller's note on tax: $7.00 incl. VAT 19 %. A free one has none. */
export const notedPrice = (sum: Sum, note: string | null): string =>
  sum.amount === 0 || note === null ? priceTag(sum) : `${priceTag(sum)} ${note}`

/** Returns an amount in the form of sentences: $0.50, but $10,000. */
export const spokenSum = (sum: Sum): string =>
  formatOf(sum.currency, 'symbol', Number.isInteger(unitsOf(sum)) ? 'whole' : 'full').format(unitsOf(sum))

const shown = (amount: number, currency: string, look: Look) =>
  formatOf(currency, 'narrowSymbol', look).format(unitsOf({ amount, currency })).replace('-', '−')

/** Returns an amount in the form of tables: the short symbol, and a true minus sign. */
export const tableSum = (amount: number, currency: string): string => shown(amount, currency, 'full')

/** Returns an amount for the axis of a chart: short, with only the decimals it needs. */
export function shortSum(amount: number, currency: string): string {
  const units = unitsOf({ amount, currency })
  if (Math.abs(units) < 10_000) return shown(amount, currency, Number.isInteger(units) ? 'whole' : 'full')
  return shown(amount, currency, 'compact')
}

export const symbolOf = (currency: string): string =>
  formatOf(currency, 'symbol', 'whole')
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Returns whether the reader's language writes the symbol of a currency before a sum. */
export const isSymbolFirst = (): boolean => formatOf('usd', 'symbol', 'whole').formatToParts(0)[0]?.type === 'currency'

/** Returns minor units as a plain number with a dot, exact at any size. */
export function decimalText(minor: number, digits: number): string {
  const all = String(Math.abs(minor)).padStart(digits + 1, '0')
  const point = all.length - digits
  return `${minor < 0 ? '-' : ''}${all.slice(0, point)}${digits > 0 ? `.${all.slice(point)}` : ''}`
}

const decimalMark = () => measureText(0.5).charAt(1)
const thousandsMark = () => numberText(10_000).charAt(2)

/** Returns an amount in the form of a money field: 7.00 or 7,00, and 0 for zero. */
export const spellSum = (sum: Sum): string =>
  unitsOf(sum)
    .toFixed(sum.amount === 0 ? 0 : digitsOf(sum.currency))
    .replace('.', decimalMark())

const written = /^(\d{1,9}|\d{1,3}([., ])\d{3}(?:\2\d{3})?)(?:([.,])(\d+))?$/

/**
 * Returns the content of a money field as minor units; null when it is not an amount. Dot and comma
 * both begin the decimals, in any language, and both may stand between thousands: where three
 * digits follow a single mark, the reader's language decides.
 */
export function readSum(text: string, currency: string): number | null {
  // Japanese keyboards write wide digits, and people copy sums with their symbols.
  const plain = text
    .normalize('NFKC')
    .replace(symbolOf(currency), '')
    .replace(/\p{Sc}/u, '')
  const [, whole = '', between, mark = '', fraction = ''] = written.exec(plain.trim()) ?? []
  const isGroup = /^[1-9].?.?$/.test(whole) && fraction.length === 3 && mark === thousandsMark()
  const digits = digitsOf(currency)
  if (whole === '' || mark === between || (fraction.length > digits && !isGroup)) return null
  return Math.round(Number(whole.replaceAll(/\D/g, '') + (isGroup ? '' : '.') + fraction) * 10 ** digits)
}
