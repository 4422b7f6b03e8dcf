import { say } from '../language/say.ts'
import { type Bounds, boundsText, minorOfDollars, priceBounds } from './price.ts'

/** Returns the bounds of one contribution to a drop's prize: about 10 to 10,000 US dollars. */
export const prizeBounds = (currency: string): Bounds => ({
  least: minorOfDollars(10, currency),
  most: priceBounds(currency).most,
})

export const prizeRule = (bounds: Bounds, currency: string): string =>
  say('You put in {limits} at once.', { limits: boundsText(bounds, currency) })
