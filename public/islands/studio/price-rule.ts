import { priceTag } from '../../lib/format.ts'
import { maxMinor, minMinor } from './money.ts'

/** Which prices an artist may set, in words. */
export function priceRule(currency: string): string {
  const tag = (amount: number) => priceTag({ amount, currency })
  return `0 gives it away; else ${tag(minMinor)} to ${tag(maxMinor)}.`
}
