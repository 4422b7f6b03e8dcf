import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import { keptDiscount, type Offer } from '../discount/use-discount.ts'
import type { OrderDraft } from '../order/place-order.ts'

/** Returns the order draft for a casset, for an amount in minor units and at its current price. */
export const draftCassetOrder = (
  { priceMinor }: Pick<CassetForSale['casset'], 'priceMinor'>,
  amountMinor: number,
  referralCode: string | null = null,
  discount: Offer['discount'] = null,
): OrderDraft => ({
  kind: 'casset',
  message: null,
  amountMinor,
  priceMinor,
  referralCode,
  ...keptDiscount({ discount }),
})
