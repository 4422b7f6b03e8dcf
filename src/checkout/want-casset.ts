import type { Wares } from '../access/visible-casset.ts'
import type { Wanted } from '../order/place-order.ts'

/** The wish to collect a casset for an amount in minor units, at its price of now. */
export const wantCasset = (
  { priceMinor }: Pick<Wares['casset'], 'priceMinor'>,
  amountMinor: number,
  referralCode: string | null = null,
): Wanted => ({ kind: 'casset', emojiId: null, message: null, amountMinor, priceMinor, referralCode })
