import { and, eq, isNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { orders } from '../../db/schema/order.ts'
import type { Ctx } from '../context.ts'
import type { Order } from './order.ts'
import { noteOwed } from './owed-parts.ts'

/**
 * Keeps what transfers of a sale for others are made of, once the processor says what the charge became in its balance,
 * and what its payees have to get. Called in the transaction of the order's postings.
 */
export function noteSettlement(
  ctx: Ctx,
  order: Order,
  { id: chargeId, balance_transaction: line }: Stripe.Charge,
): void {
  const isKnown = line !== null && typeof line !== 'string'
  if (isKnown && order.settledCurrency === null) {
    const isOpen = and(eq(orders.id, order.id), isNull(orders.settledCurrency))
    ctx.db.update(orders).set({ chargeId, settledCurrency: line.currency }).where(isOpen).run()
  }
  noteOwed(ctx, order, isKnown)
}
