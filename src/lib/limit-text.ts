import { say } from './language/say.ts'
import { spokenSum } from './money.ts'

/** The limits of a new seller; null where there is no limit. */
type Limits = {
  currency: string
  most: number | null
  daily: number | null
  sold: number
  sales: number
  salesNeeded: number
  days: number
}

/** Returns the limits of a new seller in words: "at most $100 at once and $500 in 24 hours". */
export function limitSums({ currency, most, daily }: Limits): string {
  const parts = [
    most === null ? null : say('{sum} at once', { sum: spokenSum({ amount: most, currency }) }),
    daily === null ? null : say('{sum} in 24 hours', { sum: spokenSum({ amount: daily, currency }) }),
  ]
  return `at most ${parts.filter((part) => part !== null).join(' and ')}`
}

/** Returns when the limits of a new seller end. */
export const limitEnd = ({ sales, salesNeeded, days }: Limits): string =>
  `until ${salesNeeded} ${salesNeeded === 1 ? 'sale is' : 'sales are'} older than ${days} days (${sales} so far)`

/**
 * Returns how much of the daily limit a new seller has used, as a sentence; the empty text without
 * one.
 */
export const limitTaken = ({ currency, daily, sold }: Limits): string =>
  daily === null
    ? ''
    : say('In the last 24 hours: {sum} of {sum2}.', {
        sum: spokenSum({ amount: sold, currency }),
        sum2: spokenSum({ amount: daily, currency }),
      })
