import type { Order } from '../../../db/schema/order/order.ts'
import { percentText, vatIn } from '../../lib/money/vat.ts'
import { countryName } from '../../lib/payment/country.ts'

/** The VAT of a payment as receipts say it; `within` returns that within what is left of it. */
export type OrderVatText = {
  country: string
  percent: string
  minor: number
  within: (restMinor: number) => number
}

/** Returns the VAT of an order as it was fixed when it was paid; null where its price has none. */
export function vatOfOrder({ vatCountry, vatBasisPoints, vatMinor }: Order): OrderVatText | null {
  if (vatCountry === null || vatBasisPoints === null || vatMinor === null) return null
  const within = (restMinor: number) => vatIn(Math.max(0, restMinor), vatBasisPoints)
  return { country: countryName(vatCountry), percent: percentText(vatBasisPoints), minor: vatMinor, within }
}
