import { say } from '../language/say.ts'
import { spokenSum } from './money.ts'

export type Bounds = { least: number; most: number }

/** The minimum charge and about a US dollar of a currency, both in minor units. */
type Row = readonly [leastCharge: number, dollar: number]

/**
 * Stripe's minimum charges (docs.stripe.com/currencies; where it has none, about half a dollar, or
 * somewhat more where that would be less than half a euro), and a round amount of about a US
 * dollar, with the currencies that share both. Visitors load this table, hence its compact form.
 */
export const rows: readonly (readonly [...Row, currencies: string])[] = [
  [30, 100, 'gbp'],
  [50, 100, 'aud cad chf eur jpy nzd sgd usd xpf'],
  [50, 500, 'brl'],
  [50, 8_000, 'inr'],
  [200, 400, 'aed ils myr pln ron'],
  [250, 500, 'dkk'],
  [300, 500, 'xaf xof'],
  [300, 1_000, 'nok sek'],
  [400, 800, 'hkd'],
  [500, 1_000, 'clp'],
  [1_000, 1_000, 'krw'],
  [1_000, 2_000, 'mxn zar'],
  [1_000, 3_000, 'thb'],
  [1_500, 2_000, 'czk'],
  [1_500, 3_000, 'twd'],
  [2_000, 4_000, 'try'],
  [3_000, 5_000, 'php'],
  [4_000, 7_000, 'pyg'],
  [20_000, 20_000, 'vnd'],
  [17_500, 30_000, 'huf'],
  [200_000, 400_000, 'cop'],
  [800_000, 1_500_000, 'idr'],
]

const rowOf = (currency: string) => rows.find(([, , currencies]) => currencies.includes(currency))

// A round amount below Stripe's maximum charge, which is eight digits of minor units.
const roundMost = 90_000_000

// A currency without a row may be worth anything: its minimum is the dollar's and its maximum
// Stripe's.
const unknown: Row = [50, 100]

/** Returns Stripe's minimum charge, in minor units. */
export const leastCharged = (currency: string): number => (rowOf(currency) ?? unknown)[0]

/** Returns about a US dollar in minor units, the step of a price. */
export const stepOf = (currency: string): number => (rowOf(currency) ?? unknown)[1]

/** Returns an amount in US dollars in minor units of a currency, at most the maximum charge. */
export const minorOfDollars = (count: number, currency: string): number =>
  rowOf(currency) ? Math.min(count * stepOf(currency), roundMost) : roundMost

/**
 * Returns the bounds of a price that is not free: Stripe's minimum charge, and about 10,000 US
 * dollars (rule: price-bounds).
 */
export const priceBounds = (currency: string): Bounds => ({
  least: leastCharged(currency),
  most: minorOfDollars(10_000, currency),
})

/** The prices that can be paid on a site, of each currency that a page shows. */
export type Prices = Readonly<Record<string, Bounds>>

export const boundsIn = (prices: Prices, currency: string): Bounds => prices[currency] ?? priceBounds(currency)

export const isWithin = (amount: number, { least, most }: Bounds): boolean =>
  Number.isInteger(amount) && amount >= least && amount <= most

/** Returns bounds in words: $0.50 to $10,000. */
export const boundsText = ({ least, most }: Bounds, currency: string): string =>
  say('{least} to {most}', {
    least: spokenSum({ amount: least, currency }),
    most: spokenSum({ amount: most, currency }),
  })
