import { say } from '../language/say.ts'
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
  const once = most === null ? '' : spokenSum({ amount: most, currency })
  const aDay = daily === null ? '' : spokenSum({ amount: daily, currency })
  if (aDay === '') return say('at most {once} at once', { once })
  if (once === '') return say('at most {aDay} in 24 hours', { aDay })
  return say('at most {once} at once and {aDay} in 24 hours', { once, aDay })
}

export const limitEnd = ({ sales, salesNeeded, days }: Limits): string =>
  say(
    'until {salesNeeded, plural, one {# sale is} other {# sales are}} older than {days, plural, one {# day} other {# days}} ({sales} so far)',
    { salesNeeded, days, sales },
  )

/** Says how much of the daily limit a new seller has used; an empty text without a limit. */
export const limitTaken = ({ currency, daily, sold }: Limits): string =>
  daily === null
    ? ''
    : say('In the last 24 hours: {taken} of {daily}.', {
        taken: spokenSum({ amount: sold, currency }),
        daily: spokenSum({ amount: daily, currency }),
      })
