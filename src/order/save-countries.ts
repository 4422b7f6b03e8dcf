import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { assigned, prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import type { Order } from './order.ts'

const keep = prepared((db) =>
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
  keep(ctx.db).run({ id: order.id, cardCountry, billingCountry })
}

export const countriesOf = ({ payment_method_details: paidWith, billing_details: billing }: Stripe.Charge) => ({
  cardCountry: paidWith?.card?.country ?? null,
  billingCountry: billing.address?.country ?? null,
})
