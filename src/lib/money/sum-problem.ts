import { say } from '../language/say.ts'
import { readSum, spellSum, spokenSum } from './money.ts'
import type { Bounds } from './price.ts'

/** Returns a hint for a sum that is out of bounds; the empty text for one within. */
export function sumProblem(text: string, { least, most }: Bounds, currency: string): string {
  const minor = readSum(text, currency)
  if (minor === null) return say('Enter an amount like {sum}.', { sum: spellSum({ amount: least, currency }) })
  if (minor < least) return say('Enter at least {sum}.', { sum: spokenSum({ amount: least, currency }) })
  return minor <= most ? '' : say('Enter at most {sum}.', { sum: spokenSum({ amount: most, currency }) })
}
