import { readSum } from '../../lib/money.ts'
import { isPrice } from '../../lib/set-price.ts'

const written =
  /^(?:(?<before>[A-Z]{3})\s*)?(?<sum>\d+(?:\.\d+)?)(?:\s*(?:\+|-\s*\d+(?:\.\d+)?))?(?:\s*(?<after>[A-Z]{3}))?$/

/**
 * Returns the least sum that a manifest asks ("EUR 4+", "3.50 GBP", "JPY 400-800") in minor units
 * of the currency of a tape; null when it is in another, or no price here.
 */
export function priceOfManifest(text: string, currency: string): number | null {
  const { before, after, sum } = written.exec(text.trim())?.groups ?? {}
  if (sum === undefined || (before ?? after)?.toLowerCase() !== currency) return null
  const minor = readSum(sum, currency)
  return minor !== null && isPrice(minor, currency) ? minor : null
}
