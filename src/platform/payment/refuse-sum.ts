import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Bounds, boundsText, isWithin } from '../../lib/money/price.ts'
import { isPrice, priceRule } from '../../lib/money/set-price.ts'
import { payable, payablePrices } from './settled-least.ts'

const span = ({ least, most }: Bounds) => `a whole number from ${least} to ${most}`

/** Throws VALIDATION for the field unless an artist may set this price, and somebody can pay it. */
export function refusePrice(ctx: Ctx, price: number, currency: string, field = 'price'): void {
  const bounds = payablePrices(ctx, currency)
  if (isPrice(price, bounds)) return
  throw invalid(field, `"${field}" must be 0, or ${span(bounds)}.`, priceRule(bounds, currency))
}

/** Throws VALIDATION for `amount` unless it is within these bounds, and can be paid. */
export function refuseAmount(ctx: Ctx, amount: number, bounds: Bounds, currency: string): void {
  const here = payable(ctx, bounds, currency)
  if (isWithin(amount, here)) return
  throw invalid(
    'amount',
    `"amount" must be ${span(here)}.`,
    say('Enter {bounds}.', { bounds: boundsText(here, currency) }),
  )
}
