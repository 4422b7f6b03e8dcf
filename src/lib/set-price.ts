import { readSum } from './money.ts'
import { boundsText, isWithin, priceBounds } from './price.ts'

/** Whether an artist may set this price: free, or within the bounds. */
export const isPrice = (amount: number, currency: string): boolean =>
  amount === 0 || isWithin(amount, priceBounds(currency))

/** Returns what a price field holds as minor units; null for what is no price or not one that may be set. */
export function readPrice(text: string, currency: string): number | null {
  const minor = readSum(text, currency)
  return minor !== null && isPrice(minor, currency) ? minor : null
}

const pricesText = (currency: string) => `0 for free, or ${boundsText(priceBounds(currency), currency)}.`

/** Returns which prices an artist may set, in words. */
export const priceRule = (currency: string): string => `Enter ${pricesText(currency)}`

/** Returns what is wrong with a text in a price field, in words; the empty text when nothing is. */
export const priceFault = (text: string, currency: string): string =>
  readPrice(text, currency) === null ? `Enter a valid price: ${pricesText(currency)}` : ''
