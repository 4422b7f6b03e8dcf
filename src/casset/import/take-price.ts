import type { Ctx } from '../../context.ts'
import { readSum } from '../../lib/money/money.ts'
import { isWithin } from '../../lib/money/price.ts'
import { payablePrices } from '../../platform/payment/settled-least.ts'

const written =
  /^(?:(?<before>[A-Z]{3})\s*)?(?<sum>\d+(?:\.\d+)?)(?:\s*(?:\+|-\s*\d+(?:\.\d+)?))?(?:\s*(?<after>[A-Z]{3}))?$/

/**
 * Returns the least sum that a manifest asks ("EUR 4+", "3.50 GBP", "JPY 400-800") in minor units
 * of the currency of a tape; null when it is in another, or no price here.
 */
export function priceOfManifest(ctx: Ctx, text: string, currency: string): number | null {
  const { before, after, sum } = written.exec(text.trim())?.groups ?? {}
  if (sum === undefined || (before ?? after)?.toLowerCase() !== currency) return null
  const minor = readSum(sum, currency)
  return minor !== null && (minor === 0 || isWithin(minor, payablePrices(ctx, currency))) ? minor : null
}
