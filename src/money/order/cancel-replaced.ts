import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { orderById } from './order.ts'
import { tryToRelease } from './release-order.ts'

/**
 * Cancels the unpaid payment of something that its buyer has got for nothing since, a voucher too
 * (rule: checkout).
 */
export const cancelReplacedJob = defineJob('cancel-replaced', {
  payload: t.Object({ orderId: t.String() }),
  concurrency: 1,
  maxAttempts: 20,
  run: (ctx, { orderId }) => cancelReplaced(ctx, orderId),
})

async function cancelReplaced(ctx: Ctx, orderId: string): Promise<void> {
  const { processor } = ctx
  const order = orderById(ctx, orderId)
  if (!processor || order?.state !== 'REPLACED' || order.mode !== processor.mode) return
  // While a bank works on it nothing can be done: what arrives goes back by itself
  // (rule: automatic-refunds).
  await tryToRelease(ctx, processor, order, true)
}
