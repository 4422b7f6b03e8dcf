import type { OrderDraft } from '../../order/place-order.ts'
import { keptDiscount, type Offer } from '../discount/use-discount.ts'
import type { RestPrice } from '../rest/rest.ts'

/** How an order of a casset came to its price: a link, a code, and what was paid for tracks. */
type Terms = { referralCode?: string | null; discount?: Offer['discount'] }

/**
 * Returns the order draft for a casset, for an amount in minor units and at the price of the
 * moment, less what its buyer has paid for tracks.
 */
export const draftCassetOrder = (
  { priceMinor, creditMinor = 0 }: Pick<RestPrice, 'priceMinor'> & Partial<RestPrice>,
  amountMinor: number,
  { referralCode = null, discount = null }: Terms = {},
): OrderDraft => ({
  kind: 'casset',
  message: null,
  amountMinor,
  priceMinor,
  creditMinor,
  referralCode,
  ...keptDiscount({ discount }),
})
