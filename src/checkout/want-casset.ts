import type { CassetRow } from '../casset/own-casset.ts'
import type { Wanted } from './place-order.ts'

/** The wish to collect a casset for an amount in minor units, at its price of now. */
export const wantCasset = (
  { priceMinor }: CassetRow,
  amountMinor: number,
  referralCode: string | null = null,
): Wanted => ({ kind: 'casset', emojiId: null, message: null, amountMinor, priceMinor, referralCode })
