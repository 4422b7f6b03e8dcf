import { readSum, spellSum, spokenSum } from './money.ts'
import type { Bounds } from './price.ts'

/** Returns a hint for a sum that is out of bounds; the empty text for one within. */
export function sumProblem(text: string, { least, most }: Bounds, currency: string): string {
  const minor = readSum(text, currency)
  if (minor === null) return `Enter an amount like ${spellSum({ amount: least, currency })}.`
  if (minor < least) return `Enter at least ${spokenSum({ amount: least, currency })}.`
  return minor <= most ? '' : `Enter at most ${spokenSum({ amount: most, currency })}.`
}
