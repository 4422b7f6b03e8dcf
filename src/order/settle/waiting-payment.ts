import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { prepared } from '../../../db/prepared.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { waitingPayments } from '../../../db/schema/order/settle.ts'
import { sendFailureMail } from '../../books/receipt/tell-failure.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { type WaitsFor, waitingFor } from '../../platform/payment/waiting-for.ts'
import { forgetAddresses } from '../change-parties.ts'
import type { Order } from '../order.ts'
import { returnPath } from './return-path.ts'

const unpaidKeptMs = 30 * dayMs

const forget = prepared((db) =>
  db
    .delete(waitingPayments)
    .where(eq(waitingPayments.orderId, sql.placeholder('id')))
    .returning({ orderId: waitingPayments.orderId }),
)

export function stillWaiting({ mailer }: Ctx, waits: WaitsFor): AppError {
  if (waits === 'bank') {
    const hint = mailer
      ? say('We send you an email when it has arrived; you will not be charged twice.')
      : say('It arrives automatically; you will not be charged twice.')
    return new AppError('BAD_STATE', say('Your bank is still working on this payment.'), { hint })
  }
  const hint = mailer
    ? say('We send you an email when it has arrived. To pay another way, cancel the voucher first and do not pay it.')
    : say('It arrives automatically. To pay another way, cancel the voucher first and do not pay it.')
  return new AppError('BAD_STATE', say('Waiting for your payment.'), { field: 'replaceVoucher', hint })
}

/**
 * Stores that a payment waits, or no longer does; when it failed, its payer gets an email. Called
 * in the transaction that stores the payment.
 */
export function noteWaiting(ctx: Ctx, order: Order, { intent, charge }: Payment): void {
  if (waitingFor(intent)) {
    ctx.db.insert(waitingPayments).values({ orderId: order.id, since: ctx.now() }).onConflictDoNothing().run()
  } else if (stopWaiting(ctx, order) && !charge && order.state === 'OPEN') {
    sendFailureMail(ctx, order, returnPath(ctx, order))
  }
}

export const stopWaiting = ({ db }: Ctx, { id }: Order): boolean => forget(db).get({ id }) !== undefined

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
  return inBatches(jointly, forgetAddresses({ db }, some))
}
