import { eq } from 'drizzle-orm'
import { orders } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { askProcessor } from '../payment/ask-processor.ts'

/** The job that gives back what was paid for a casset that the buyer had already. */
export const refundTwinJob = (orderId: string) => ({
  kind: 'refund-twin',
  payload: { orderId },
  uniqueKey: `refund-twin:${orderId}`,
})

/** Refunds a second payment of the same casset, once. The processor's event then writes it down. */
export async function refundTwin(ctx: Ctx, orderId: string): Promise<void> {
  const order = ctx.db.select().from(orders).where(eq(orders.id, orderId)).get()
  const intent = order?.paymentIntentId
  if (!order || !intent) return
  const { processor } = ctx
  if (processor?.mode !== order.mode) throw new Error('This was paid in a mode that payments are not in now.')
  const shared = order.sellerAccountId === null ? {} : { reverse_transfer: true }
  const kept = order.feeMinor === 0 ? {} : { refund_application_fee: true }
  await askProcessor(
    ctx,
    processor,
    (stripe, options) =>
      stripe.refunds.create({ payment_intent: intent, reason: 'duplicate', ...shared, ...kept }, options),
    `refund-twin-${orderId}`,
  )
}
