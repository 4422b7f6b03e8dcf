import { eq, inArray, type SQLWrapper } from 'drizzle-orm'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import type { Order } from './order.ts'
import { tellLater } from './tell-payment.ts'

type Changed = Pick<Order, 'holderId' | 'buyerEmail' | 'referralCode'>

/**
 * Changes the holder of an order's goods, or a guest's address (empty: it is forgotten), and queues
 * the same change of the payment's metadata. The payer stays. Called in a transaction.
 */
export function changeParties(ctx: Ctx, orderId: string, values: Partial<Changed>): void {
  ctx.db.update(orders).set(values).where(eq(orders.id, orderId)).run()
  tellLater(ctx, orderId)
}

export const forgetAddresses = ({ db }: Pick<Ctx, 'db'>, some: SQLWrapper) =>
  db.update(orders).set({ buyerEmail: '' }).where(inArray(orders.id, some)).returning({ id: orders.id })
