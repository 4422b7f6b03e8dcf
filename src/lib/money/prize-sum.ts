import { say } from '../language/say.ts'
import { type Bounds, boundsText, minorOfDollars, priceBounds } from './price.ts'

/**
 * Returns the bounds of a single contribution to the prize of a drop: about 10 to about 10,000 US
 * dollars.
 */
export const prizeBounds = (currency: string): Bounds => ({
  least: minorOfDollars(10, currency),
  most: priceBounds(currency).most,
})

export const prizeRule = (bounds: Bounds, currency: string): string =>
  say('You put in {limits} at once.', { limits: boundsText(bounds, currency) })
