import { say } from '../language/say.ts'
import { type Bounds, boundsText, leastCharged, minorOfDollars, stepOf } from './price.ts'

/** Returns the bounds of a tip: about 1 and about 1,000 US dollars. */
export const tipBounds = (currency: string): Bounds => ({
  least: Math.max(stepOf(currency), leastCharged(currency)),
  most: minorOfDollars(1_000, currency),
})

/** Returns the suggested tips: about 2, 5 and 10 US dollars. */
export function offeredTips(currency: string): readonly [small: number, usual: number, large: number] {
  const step = stepOf(currency)
  return [2 * step, 5 * step, 10 * step]
}

export const tipRule = (bounds: Bounds, currency: string): string =>
  say('A tip is {limits}.', { limits: boundsText(bounds, currency) })
