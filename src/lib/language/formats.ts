import { intlLanguage, ownLanguage } from './languages.ts'
import { currentLanguage } from './say.ts'

/** English in which the 26th is 26 November, and `en` for money: $7.00, not US$7.00. */
type English = 'en-GB' | 'en'

const localeIn = (english: English): string => {
  const language = intlLanguage(currentLanguage())
  return language === ownLanguage ? english : language
}

/**
 * Returns a function that returns a format of Intl for the current language. Each is made once,
 * when it is first needed: the first date format takes 6 ms, each other one a third of a
 * millisecond.
 */
export function inEachLanguage<Format extends object>(
  make: (locale: string) => Format,
  english: English = 'en-GB',
): () => Format {
  const made = new Map<string, Format>()
  return () => {
    const locale = localeIn(english)
    const known = made.get(locale)
    if (known) return known
    const format = make(locale)
    made.set(locale, format)
    return format
  }
}

const numbers = inEachLanguage((locale) => new Intl.NumberFormat(locale))

/** Returns a number with the marks that the current language groups its digits by: 12,500. */
export const numberText = (value: number): string => numbers().format(value)

const measures = inEachLanguage(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: false }),
)
const tenths = inEachLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }),
)

/** Returns a number before its unit, in up to three decimals: 44.1. */
export const measureText = (value: number): string => measures().format(value)

/** Returns a number before its unit, in one decimal: 4.0. */
export const tenthText = (value: number): string => tenths().format(value)
