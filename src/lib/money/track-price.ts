/** The prices that decide what a track costs by itself, in minor units. */
export type TrackPrices = {
  /** The price of the casset; 0 where it is free. */
  priceMinor: number
  /** The price of its tracks one by one; null where they are sold with the casset only. */
  trackPriceMinor: number | null
  /** A track's own price; 0 where it is sold with the casset only, null for that of the others. */
  ownPriceMinor: number | null
}

/**
 * Returns what a track costs by itself; null where it is sold with the casset only, as for a price
 * that buys all of the casset (rule: single-tracks).
 */
export function trackPrice({ priceMinor, trackPriceMinor, ownPriceMinor }: TrackPrices): number | null {
  const price = ownPriceMinor ?? trackPriceMinor ?? 0
  return price > 0 && price < priceMinor ? price : null
}
