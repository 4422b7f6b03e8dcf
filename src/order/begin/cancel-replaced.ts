import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { orderById } from '../order.ts'
import { tryToRelease } from './release-order.ts'

/** The buyer has since got the thing for free (rule: checkout). */
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
  // While a bank processes the payment it cannot be cancelled: money that arrives is refunded by
  // itself (rule: automatic-refunds).
  await tryToRelease(ctx, processor, order, true)
}
