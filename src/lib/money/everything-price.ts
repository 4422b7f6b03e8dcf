/** A tape of a bundle: its price, and the sum that the buyer has paid for tracks of it. */
export type BundledPrice = { priceMinor: number; paidMinor: number }

/** The price of a bundle: of each tape the part to pay, and the sum taken off for its tracks. */
export type BundlePrice = { priceMinor: number; tapes: readonly { dueMinor: number; creditMinor: number }[] }

/**
 * Returns the price of tapes together at a percent off, in minor units: of each tape its price less
 * the percent, to the nearest unit, less what its buyer has paid for tracks of it. The sum is at
 * least what the processor charges, or nothing (rule: everything).
 */
export function bundlePrice(all: readonly BundledPrice[], percent: number, leastMinor: number): BundlePrice {
  const tapes = all.map(({ priceMinor, paidMinor }) => {
    const reduced = Math.floor((priceMinor * (100 - percent) + 50) / 100)
    const creditMinor = Math.min(reduced, paidMinor)
    return { dueMinor: reduced - creditMinor, creditMinor }
  })
  const sum = tapes.reduce((total, { dueMinor }) => total + dueMinor, 0)
  return { priceMinor: sum === 0 ? 0 : Math.max(sum, leastMinor), tapes }
}
