import { type Static, Type as t } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { isBeyondRefund, isRefused, ProcessorFault } from '../../platform/payment/ask-processor.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { countRefusal } from './count-refusal.ts'
import { requestRefund } from './request-refund.ts'

const asksAgainMs = 3_600_000

const OfOrder = t.Object({ orderId: t.String() })

/** Why a payment is refunded by itself. */
export type RefundReason = 'duplicate' | 'undelivered' | 'preorder' | 'withdrawal' | 'rest'

type Payload = Static<typeof OfOrder>

const asked = { payload: OfOrder, concurrency: 1, maxAttempts: 60 } as const

/** Refunds a payment for something that the buyer already had. */
export const refundDuplicateJob = defineJob('refund-duplicate', {
  ...asked,
  run: (ctx, { orderId }: Payload) => refundWhole(ctx, orderId, 'duplicate'),
})

/** Refunds a payment whose goods cannot be delivered. */
export const refundUndeliveredJob = defineJob('refund-undelivered', {
  ...asked,
  run: (ctx, { orderId }: Payload) => refundWhole(ctx, orderId, 'undelivered'),
})

/** Refunds what was paid for a preorder that was called off. */
export const refundPreorderJob = defineJob('refund-preorder', {
  ...asked,
  run: (ctx, { orderId }: Payload) => refundWhole(ctx, orderId, 'preorder'),
})

/** Refunds the rest of single tracks whose money went back. */
export const refundRestJob = defineJob('refund-rest', {
  ...asked,
  run: (ctx, { orderId }: Payload) => refundWhole(ctx, orderId, 'rest'),
})

/** Refunds what its payer gave back. */
export const refundWithdrawalJob = defineJob('refund-withdrawal', {
  ...asked,
  run: (ctx, { orderId }: Payload) => refundWhole(ctx, orderId, 'withdrawal'),
})

/**
 * Refunds all of a payment, once. The processor's event then posts it. A disputed payment stays:
 * when the dispute is won, its event queues the refund again.
 */
export async function refundWhole(ctx: Ctx, orderId: string, reason: RefundReason): Promise<void> {
  const order = ctx.db.select().from(orders).where(eq(orders.id, orderId)).get()
  if (!order?.paymentIntentId) return
  if (ctx.processor?.mode !== order.mode) {
    // Its payment is out of reach until the instance takes payments of that mode again.
    ctx.jobs.add({ kind: `refund-${reason}`, payload: OfOrder }, { orderId }, { runAt: ctx.now() + asksAgainMs })
    return
  }
  const idempotencyKey = `refund-${reason}-${orderId}-${order.refusedRefunds}`
  try {
    await requestRefund(ctx, order, { ...(reason === 'duplicate' ? { reason } : {}), idempotencyKey })
    noteSecurity(ctx, 'refund_made', {}, { orderId, amountMinor: order.amountMinor, reason })
  } catch (error) {
    const isAnswered = error instanceof ProcessorFault && error.isAnswered
    // Everything that is left is refunded, so it cannot be refunded twice, and the processor
    // repeats its answer to the same key.
    if (isAnswered || isRefused(error)) countRefusal(ctx, order)
    if (!isBeyondRefund(error)) throw error
  }
}
