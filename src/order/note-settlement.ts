import { and, eq, isNull, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { assigned, prepared } from '../../db/prepared.ts'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import type { Order } from './order.ts'
import { noteOwed } from './owed-parts.ts'

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
