import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import { restoredAt } from '../../books/receipt/receipt-head.ts'
import { callOff } from '../../casset/call-off.ts'
import type { Ctx } from '../../context.ts'
import { goodsOf } from '../../order/goods.ts'
import { orderOfIntent } from '../../order/order.ts'
import type { Payment } from '../../platform/payment/payment.ts'

/**
 * Notes what is known of a payment before it is settled. Returns a function that then calls its
 * preorder off, if that happened after the copy of the database that was restored: a refund that
 * the copy did not have says so (rule: rebuilt-orders).
 */
export function noteCallOff(ctx: Ctx, paymentIntentId: string): (payment: Payment) => Promise<void> {
  const before = orderOfIntent(ctx, paymentIntentId)
  const known = before ? amountsOf(ctx, before.id) : new Map<string, number>()
  return async ({ refunds }) => {
    const order = orderOfIntent(ctx, paymentIntentId)
    const restored = restoredAt(ctx) ?? 0
    const isNews = refunds.some(
      ({ id, metadata, created }) =>
        metadata?.by === 'preorder' && created * 1_000 < restored && !known.has(`REFUND ${id}`),
    )
    if (!order || !isNews || !goodsOf(ctx)[order.kind].opening?.isWhole) return
    await ctx.jointly(() => {
      const casset = ctx.db.select().from(cassets).where(eq(cassets.id, order.cassetId)).get()
      if (casset) callOff(ctx, casset)
    })
  }
}
