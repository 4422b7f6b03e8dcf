import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Bounds, boundsText, isWithin, priceBounds } from '../../lib/price.ts'
import { isPrice, priceRule } from '../../lib/set-price.ts'

const span = ({ least, most }: Bounds) => `a whole number from ${least} to ${most}`

/** Throws VALIDATION for the field unless an artist may set this price. */
export function refusePrice(price: number, currency: string, field = 'price'): void {
  if (isPrice(price, currency)) return
  throw invalid(field, `"${field}" must be 0, or ${span(priceBounds(currency))}.`, priceRule(currency))
}

/** Throws VALIDATION for `amount` unless it is within these bounds. */
export function refuseAmount(amount: number, bounds: Bounds, currency: string): void {
  if (isWithin(amount, bounds)) return
  throw invalid(
    'amount',
    `"amount" must be ${span(bounds)}.`,
    say('Enter {bounds}.', { bounds: boundsText(bounds, currency) }),
  )
}
