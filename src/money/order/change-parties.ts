import { eq } from 'drizzle-orm'
import { inBatches } from '../../../db/in-batches.ts'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import type { Order } from './order.ts'

const unpaidKeptMs = 30 * dayMs

type Changed = Pick<Order, 'holderId' | 'buyerEmail' | 'referralCode'>

/** Changes who holds what an order is for, and a guest's address, which is empty once it is forgotten. Its payer stays. */
export const changeParties = ({ db }: Ctx, orderId: string, values: Partial<Changed>): void =>
  void db.update(orders).set(values).where(eq(orders.id, orderId)).run()

/** Forgets email addresses 30 days after their checkout was not paid, unless a voucher of it waits. */
export const forgetUnpaid = (ctx: Ctx): Promise<void> =>
  inBatches(ctx.jointly, ctx.db, {
    sql: `UPDATE orders SET buyer_email = '' WHERE id IN (SELECT id FROM orders
      WHERE buyer_email <> '' AND state <> 'PAID' AND created_at < $before
        AND id NOT IN (SELECT order_id FROM waiting_payments) LIMIT $limit)`,
    before: ctx.now() - unpaidKeptMs,
  })
