import { say } from '../language/say.ts'
import { readSum } from './money.ts'
import { type Bounds, boundsText, isWithin } from './price.ts'

/** Returns whether an artist may set this price: free, or within the bounds. */
export const isPrice = (amount: number, bounds: Bounds): boolean => amount === 0 || isWithin(amount, bounds)

/** Returns the content of a price field as minor units; null for an invalid price. */
export function readPrice(text: string, bounds: Bounds, currency: string): number | null {
  const minor = readSum(text, currency)
  return minor !== null && isPrice(minor, bounds) ? minor : null
}

export const priceRule = (bounds: Bounds, currency: string): string =>
  say('Enter 0 for free, or {limits}.', { limits: boundsText(bounds, currency) })

/** Returns what is wrong with a price field's text, in words; the empty text when nothing is. */
export const priceFault = (text: string, bounds: Bounds, currency: string): string =>
  readPrice(text, bounds, currency) === null
    ? say('Enter a valid price: 0 for free, or {limits}.', { limits: boundsText(bounds, currency) })
    : ''
