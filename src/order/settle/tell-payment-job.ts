import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { askProcessor, isMissing, requireProcessor } from '../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import { orderById } from '../order.ts'
import { newsOf, tellPaymentKind } from '../tell-payment.ts'
import { hearFirst } from './hear-first.ts'

const asksAgainMs = 3_600_000

/** Tells a payment the later news of its order, for restored databases (rule: rebuilt-orders). */
export const tellPaymentJob = defineJob(tellPaymentKind.kind, {
  payload: tellPaymentKind.payload,
  concurrency: 2,
  maxAttempts: 60,
  isEnabled: ({ processor }) => processor !== undefined,
  // One at a time, so that the newest state is the last to be told.
  run: (ctx, { orderId }) => paymentLock(ctx)(`tell ${orderId}`, () => tellPayment(ctx, orderId)),
})

async function tellPayment(ctx: Ctx, orderId: string): Promise<void> {
  const processor = requireProcessor(ctx)
  const order = orderById(ctx, orderId)
  if (!order?.paymentIntentId) return
  if (order.mode !== processor.mode) {
    await ctx.jointly(() => ctx.jobs.add(tellPaymentKind, { orderId }, { runAt: ctx.now() + asksAgainMs }))
    return
  }
  const { paymentIntentId } = order
  try {
    await hearFirst(ctx, order)
    const metadata = await ctx.jointly(() => newsOf(ctx, orderId))
    await askProcessor(ctx, processor, (stripe, options) =>
      stripe.paymentIntents.update(paymentIntentId, { metadata }, options),
    )
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
