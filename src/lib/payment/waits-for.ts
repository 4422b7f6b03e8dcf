import { say } from '../language/say.ts'
import type { Sum } from '../money/money.ts'

/** Why money has not been sent to its artists yet, as people read it. */
export const waitNames = () =>
  ({
    opening: say('Waits for the opening'),
    withdrawal: say('Waits for the download or the last day'),
    refund: say('Goes back to its buyer'),
  }) as const

/** Returns what is owed besides the money that waits for its payers. */
export const withoutWaiting = (owed: readonly Sum[], waiting: readonly Sum[]): Sum[] =>
  owed
    .map(({ currency, amount }) => ({
      currency,
      amount: waiting.reduce((left, sum) => (sum.currency === currency ? left - sum.amount : left), amount),
    }))
    .filter(({ amount }) => amount !== 0)
