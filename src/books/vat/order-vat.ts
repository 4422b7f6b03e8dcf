import type { Order } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { vatIn } from '../../lib/money/vat.ts'
import { isInUnion } from './default-rates.ts'
import { rateOf } from './rates.ts'
import { termsAt } from './terms.ts'

/** Whether the price of goods includes VAT; by choice: where the owner says so, as for tips. */
export type Taxed = 'always' | 'by choice' | 'never'

/** The columns of an order's VAT: the country, its rate, and the amount within the price. */
export type OrderVat = Pick<Order, 'vatCountry' | 'vatBasisPoints' | 'vatMinor'>

type Paid = { amountMinor: number; country: string | null; at: number; taxed: Exclude<Taxed, 'never'> }

/**
 * Returns the VAT within a payment made at a moment by a buyer from a country, by the terms and
 * rates of that moment (rule: vat); null where prices included none then. A country without a rate
 * has the rate 0, and the seller's country counts where the buyer's is unknown, or where its rate
 * holds for the whole European Union.
 */
export function vatOfPayment(ctx: Ctx, { amountMinor, country, at, taxed }: Paid): OrderVat | null {
  const terms = termsAt(ctx, at)
  if (!terms?.isOn || (taxed === 'by choice' && !terms.withTips)) return null
  const isAtHome = country === null || (terms.isHomeRate && isInUnion(country) && isInUnion(terms.homeCountry))
  const vatCountry = isAtHome ? terms.homeCountry : country
  const vatBasisPoints = rateOf(ctx, vatCountry, at) ?? 0
  return { vatCountry, vatBasisPoints, vatMinor: vatIn(amountMinor, vatBasisPoints) }
}
