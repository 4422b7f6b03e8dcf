import { stepOf } from '../lib/price.ts'

/** Returns a price of the demo, which is written in US cents, as about the same in the currency of the instance. */
export const demoPrice = (usCents: number, currency: string): number =>
  Math.round((usCents * stepOf(currency)) / stepOf('usd'))
