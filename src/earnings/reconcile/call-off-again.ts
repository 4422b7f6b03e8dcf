import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { amountsOf } from '../../books/ledger/amounts-of.ts'
import { restoredAt } from '../../books/receipt/receipt-head.ts'
import { callOff } from '../../casset/call-off.ts'
import type { Ctx } from '../../context.ts'
import { goodsOf } from '../../order/goods.ts'
import { orderOfIntent } from '../../order/order.ts'
import { isRefundedFor } from '../../order/refund-reason.ts'
import type { Payment } from '../../platform/payment/payment.ts'

/**
 * Notes what is known of a payment before it is settled. Returns a function that then calls its
 * preorder off or ends its drop, if that happened after the copy of the database that was restored:
 * a refund that the copy did not have says so (rule: rebuilt-orders).
 */
export function noteCallOff(ctx: Ctx, paymentIntentId: string): (payment: Payment) => Promise<void> {
  const before = orderOfIntent(ctx, paymentIntentId)
  const known = before ? amountsOf(ctx, before.id) : new Map<string, number>()
  return async ({ refunds }) => {
    const order = orderOfIntent(ctx, paymentIntentId)
    const news = refunds.filter(({ id }) => !known.has(`REFUND ${id}`))
    if (!order || news.length === 0) return
    const { opening, payout } = goodsOf(ctx)[order.kind]
    if (news.some((refund) => isRefundedFor('prize', refund))) await payout?.refunded(ctx, order)
    const restored = restoredAt(ctx) ?? 0
    const isCalledOff = news.some((refund) => isRefundedFor('preorder', refund) && refund.created * 1_000 < restored)
    if (!isCalledOff || !opening?.isWhole) return
    await ctx.jointly(() => {
      const casset = ctx.db.select().from(cassets).where(eq(cassets.id, order.cassetId)).get()
      if (casset) callOff(ctx, casset)
    })
  }
}
