import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { orders, waitingPayments } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import type { Order } from './order.ts'

const unpaidKeptMs = 30 * dayMs

type Changed = Pick<Order, 'holderId' | 'buyerEmail' | 'referralCode'>

/**
 * Changes the holder of an order's goods, and a guest's address, which is empty once it is
 * forgotten. The payer stays.
 */
export const changeParties = ({ db }: Ctx, orderId: string, values: Partial<Changed>): void =>
  void db.update(orders).set(values).where(eq(orders.id, orderId)).run()

/** Forgets email addresses 30 days after an unpaid checkout, unless a voucher for it waits. */
export function forgetUnpaid({ db, jointly, now }: Ctx): Promise<void> {
  const { id, buyerEmail, state, createdAt } = orders
  const some = db
    .select({ id })
    .from(orders)
    .where(
      and(
        // As the partial index has it.
        sql`${buyerEmail} <> ''`,
        sql`${state} <> 'PAID'`,
        lt(createdAt, now() - unpaidKeptMs),
        notInArray(id, db.select({ orderId: waitingPayments.orderId }).from(waitingPayments)),
      ),
    )
    .limit(batchSize)
  return inBatches(jointly, db.update(orders).set({ buyerEmail: '' }).where(inArray(id, some)).returning({ id }))
}
