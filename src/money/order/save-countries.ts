import { eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { assigned, prepared } from '../../../db/prepared.ts'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
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
  const cardCountry = charge.payment_method_details?.card?.country ?? null
  const billingCountry = charge.billing_details.address?.country ?? null
  if (cardCountry === null && billingCountry === null) return
  keep(ctx.db).run({ id: order.id, cardCountry, billingCountry })
}
