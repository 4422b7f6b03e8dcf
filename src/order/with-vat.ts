import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { assigned, prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import { vatOfPayment } from '../books/vat/order-vat.ts'
import type { Ctx } from '../context.ts'
import { buyerCountry } from '../lib/buyer-country.ts'
import { goodsOf } from './goods.ts'
import type { Order } from './order.ts'
import { countriesOf } from './save-countries.ts'

const save = prepared((db) =>
  db
    .update(orders)
    .set({
      vatCountry: assigned('vatCountry'),
      vatBasisPoints: assigned('vatBasisPoints'),
      vatMinor: assigned('vatMinor'),
    })
    .where(eq(orders.id, sql.placeholder('id'))),
)

/**
 * Stores the VAT within a payment with its order, once, by what held when it was paid, and returns
 * the order with it (rule: vat). Called in the transaction that grants.
 */
export function withVat(ctx: Ctx, order: Order, charge: Stripe.Charge): Order {
  const { taxed } = goodsOf(ctx)[order.kind]
  if (taxed === 'never' || order.vatMinor !== null) return order
  const country = buyerCountry(countriesOf(charge))
  const vat = vatOfPayment(ctx, { amountMinor: order.amountMinor, country, at: charge.created * 1_000, taxed })
  if (vat === null) return order
  save(ctx.db).run({ id: order.id, ...vat })
  return { ...order, ...vat }
}
