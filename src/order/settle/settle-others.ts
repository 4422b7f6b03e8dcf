import { Type as t } from '@sinclair/typebox'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { goodsOf } from '../goods.ts'
import type { Order } from '../order.ts'
import { settle } from './settle.ts'

const most = 20

/** Updates an order to the state of its payment without an event of the processor. */
export const settleOrderJob = defineJob('settle-order', {
  payload: t.Object({ paymentIntentId: t.String() }),
  concurrency: 1,
  maxAttempts: 60,
  async run(ctx, { paymentIntentId }) {
    if (ctx.processor) await settle(ctx, ctx.processor, paymentIntentId)
  },
})

/**
 * Settles again the other payments for a thing that has just ended for its holder, their own, those
 * that brought it with other things, and those of gifts: if one of two payments could not be
 * refunded, it gives them the thing again (rule: refunds-and-disputes). Called in a transaction.
 */
export function settleOthers(ctx: Ctx, order: Order): void {
  const given = Object.values(goodsOf(ctx)).flatMap(({ holding }) => [
    ...(holding.given?.payments(ctx, order) ?? []),
    ...(holding.broughtBy?.(ctx, order) ?? []),
  ])
  for (const paymentIntentId of [...ownPayments(ctx, order), ...given]) {
    ctx.jobs.add(settleOrderJob, { paymentIntentId }, { key: paymentIntentId })
  }
}

function ownPayments({ db }: Ctx, { id, holderId, kind, cassetId, thingId, mode }: Order): string[] {
  if (holderId === null) return []
  const rows = db
    .select({ paymentIntentId: orders.paymentIntentId })
    .from(orders)
    .where(
      and(
        eq(orderAccount, holderId),
        eq(orders.cassetId, cassetId),
        eq(orders.kind, kind),
        sql`${orders.thingId} IS ${thingId}`,
        eq(orders.mode, mode),
        // Written as in the index `orders_by_account`.
        sql`${orders.state} = 'PAID'`,
        ne(orders.id, id),
        isNotNull(orders.paymentIntentId),
      ),
    )
    .limit(most)
    .all()
  return rows.flatMap(({ paymentIntentId }) => paymentIntentId ?? [])
}
