import type Stripe from 'stripe'
import { taxedRest } from '../../books/vat/vat-lines.ts'
import type { Ctx } from '../../context.ts'
import { vatIn } from '../../lib/money/vat.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { isForOthers, type Order } from '../order.ts'
import type { Payees } from '../payees.ts'
import { atRateOfSale } from './expected-exchange.ts'
import type { Money } from './movement.ts'
import { keptOf, postKept } from './post-kept.ts'

/**
 * Returns the VAT of a sale for others in its settlement currency, at most what the processor left
 * of the payment: the owner of the instance owes it to the tax office. Undefined where there is
 * none, and until it has settled.
 */
export function wholeVatOf(order: Order, charge: Stripe.Charge | undefined): Money | undefined {
  const line = charge?.balance_transaction
  if (!order.vatMinor || !isForOthers(order) || !line || typeof line === 'string') return undefined
  const vat = atRateOfSale(charge, order.vatMinor)
  return vat && { ...vat, amount: Math.min(vat.amount, Math.max(0, line.net)) }
}

/**
 * Returns what the platform keeps of a sale for others by now for its VAT: that within what refunds
 * and disputes have left. `refunding` is a refund that is still to be made.
 */
export function vatKeptOf(ctx: Ctx, order: Order, { charge }: Payment, refunding = 0): Money | undefined {
  const whole = wholeVatOf(order, charge)
  if (!whole) return undefined
  const rest = Math.max(0, taxedRest(ctx, order.id) - refunding)
  const now = atRateOfSale(charge, vatIn(rest, order.vatBasisPoints ?? 0))
  return now && { ...now, amount: Math.min(now.amount, whole.amount) }
}

/** Brings what the platform keeps of an order for its VAT to its due amount. */
export function postVat(ctx: Ctx, order: Order, payees: Payees, payment: Payment): void {
  const due = vatKeptOf(ctx, order, payment)
  if (due) postKept(ctx, due, { order, payees, payment, keeper: 'VAT', kinds: ['VAT', 'VAT_RETURN'] })
}

export const keptVat = (ctx: Ctx, orderId: string): number => keptOf(ctx, orderId, 'VAT').amount
