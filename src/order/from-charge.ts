import { and, eq, isNull, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { assigned, prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import { type OrderVat, vatOfPayment } from '../books/vat/order-vat.ts'
import { termsAt } from '../books/vat/terms.ts'
import type { Ctx } from '../context.ts'
import { buyerCountry } from '../lib/payment/buyer-country.ts'
import { goodsOf } from './goods.ts'
import type { Order } from './order.ts'
import { toldVat } from './order-metadata.ts'
import { noteOwed } from './owed-parts.ts'
import { tellLater } from './tell-payment.ts'

const keepCountries = prepared((db) =>
  db
    .update(orders)
    .set({ cardCountry: assigned('cardCountry'), billingCountry: assigned('billingCountry') })
    .where(eq(orders.id, sql.placeholder('id'))),
)

/**
 * Stores the buyer's countries, as the charge shows them, once: evidence for the tax office
 * (rule: buyer-countries). Called in the transaction that grants.
 */
export function saveCountries(ctx: Ctx, order: Order, charge: Stripe.Charge): void {
  if (order.cardCountry !== null || order.billingCountry !== null) return
  const { cardCountry, billingCountry } = countriesOf(charge)
  if (cardCountry === null && billingCountry === null) return
  keepCountries(ctx.db).run({ id: order.id, cardCountry, billingCountry })
}

export const countriesOf = ({ payment_method_details: paidWith, billing_details: billing }: Stripe.Charge) => ({
  cardCountry: paidWith?.card?.country ?? null,
  billingCountry: billing.address?.country ?? null,
})

const keepVat = prepared((db) =>
  db
    .update(orders)
    .set({
      vatCountry: assigned('vatCountry'),
      vatBasisPoints: assigned('vatBasisPoints'),
      vatMinor: assigned('vatMinor'),
    })
    .where(eq(orders.id, sql.placeholder('id'))),
)

export const noteVat = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Order, 'id'>, vat: OrderVat): void =>
  void keepVat(db).run({ id, ...vat })

/**
 * Stores the VAT within a payment with its order, once, by what held when it was paid, and returns
 * the order with it (rule: vat). Where VAT was ever switched on, the payment is told of it, or that
 * it has none: after a restore the database may have other terms and rates of that day. Called in
 * the transaction that grants.
 */
export function withVat(ctx: Ctx, order: Order, { metadata }: Stripe.PaymentIntent, charge: Stripe.Charge): Order {
  const { taxed } = goodsOf(ctx)[order.kind]
  if (taxed === 'never' || order.vatMinor !== null || toldVat(metadata) === null) return order
  const [country, at] = [buyerCountry(countriesOf(charge)), charge.created * 1_000]
  const vat = vatOfPayment(ctx, { amountMinor: order.amountMinor, country, at, taxed })
  if (vat) noteVat(ctx, order, vat)
  const isNew = order.state !== 'PAID' && order.state !== 'UNDELIVERED'
  if (vat || (isNew && termsAt(ctx, at))) tellLater(ctx, order.id)
  return { ...order, ...vat }
}

const keepSettled = prepared((db) =>
  db
    .update(orders)
    .set({ chargeId: assigned('chargeId'), settledCurrency: assigned('currency') })
    .where(and(eq(orders.id, sql.placeholder('id')), isNull(orders.settledCurrency))),
)

/**
 * Stores the basis of the transfers of a sale for others once the processor has settled the charge,
 * and what its payees must get. Called in the transaction of the order's postings.
 */
export function noteSettlement(
  ctx: Ctx,
  order: Order,
  { id: chargeId, balance_transaction: line }: Stripe.Charge,
): void {
  const isKnown = line !== null && typeof line !== 'string'
  if (isKnown) noteSettled(ctx, order, chargeId, line.currency)
  noteOwed(ctx, order, isKnown)
}

/** Stores the charge and the currency of an order that has settled. Called in a transaction. */
export function noteSettled({ db }: Ctx, { id, settledCurrency }: Order, chargeId: string, currency: string): void {
  if (settledCurrency === null) keepSettled(db).run({ id, chargeId, currency })
}
