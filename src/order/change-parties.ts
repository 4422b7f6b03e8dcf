import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../db/in-batches.ts'
import { orders, waitingPayments } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { dayMs } from '../lib/calendar.ts'
import type { Order } from './order.ts'
import { tellLater } from './tell-payment.ts'

const unpaidKeptMs = 30 * dayMs

type Changed = Pick<Order, 'holderId' | 'buyerEmail' | 'referralCode'>

/**
 * Changes the holder of an order's goods, or a guest's address (empty: it is forgotten), and queues
 * the same change of the payment's metadata. The payer stays. Called in a transaction.
 */
export function changeParties(ctx: Ctx, orderId: string, values: Partial<Changed>): void {
  ctx.db.update(orders).set(values).where(eq(orders.id, orderId)).run()
  tellLater(ctx, orderId)
}

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
