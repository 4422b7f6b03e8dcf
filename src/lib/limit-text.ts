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
    most === null ? null : `${spokenSum({ amount: most, currency })} at once`,
    daily === null ? null : `${spokenSum({ amount: daily, currency })} in 24 hours`,
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
    : `In the last 24 hours: ${spokenSum({ amount: sold, currency })} of ${spokenSum({ amount: daily, currency })}.`
