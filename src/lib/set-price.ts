import { say } from './language/say.ts'
import { readSum } from './money.ts'
import { boundsText, isWithin, priceBounds } from './price.ts'

/** Returns whether an artist may set this price: free, or within the bounds. */
export const isPrice = (amount: number, currency: string): boolean =>
  amount === 0 || isWithin(amount, priceBounds(currency))

/** Returns the content of a price field as minor units; null for an invalid price. */
export function readPrice(text: string, currency: string): number | null {
  const minor = readSum(text, currency)
  return minor !== null && isPrice(minor, currency) ? minor : null
}

/** Returns the allowed prices in words. */
export const priceRule = (currency: string): string =>
  say('Enter 0 for free, or {limits}.', { limits: boundsText(priceBounds(currency), currency) })

/** Returns what is wrong with a price field's text, in words; the empty text when nothing is. */
export const priceFault = (text: string, currency: string): string =>
  readPrice(text, currency) === null
    ? say('Enter a valid price: 0 for free, or {limits}.', { limits: boundsText(priceBounds(currency), currency) })
    : ''
