import { inEachLanguage } from '../language/formats.ts'

const names = inEachLanguage((locale) => new Intl.DisplayNames(locale, { type: 'currency' }))
const order = inEachLanguage((locale) => new Intl.Collator(locale))

/** Returns the name of a currency: US Dollar. */
export const currencyName = (currency: string): string => names().of(currency.toUpperCase()) ?? currency

export const namedCurrencies = (currencies: readonly string[]): { currency: string; name: string }[] =>
  currencies
    .map((currency) => ({ currency, name: currencyName(currency) }))
    .sort((one, other) => order().compare(one.name, other.name))
