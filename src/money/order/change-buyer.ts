import { eq } from 'drizzle-orm'
import { inBatches } from '../../../db/in-batches.ts'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import type { Order } from './order.ts'

const unpaidKeptMs = 30 * dayMs

type Buyer = Pick<Order, 'userId' | 'buyerEmail' | 'referralCode'>

/** Changes whose an order is: that of an account, or of a guest, whose address is empty once it is forgotten. */
export const changeBuyer = ({ db }: Ctx, orderId: string, values: Partial<Buyer>): void =>
  void db.update(orders).set(values).where(eq(orders.id, orderId)).run()

/** Forgets email addresses 30 days after their checkout was not paid, unless a voucher of it waits. */
export const forgetUnpaid = (ctx: Ctx): Promise<void> =>
  inBatches(ctx.jointly, ctx.db, {
    sql: `UPDATE orders SET buyer_email = '' WHERE id IN (SELECT id FROM orders
      WHERE buyer_email <> '' AND state <> 'PAID' AND created_at < $before
        AND id NOT IN (SELECT order_id FROM waiting_payments) LIMIT $limit)`,
    before: ctx.now() - unpaidKeptMs,
  })
