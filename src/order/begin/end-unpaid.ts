import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { moveOrder, type Order, orderById } from '../order.ts'
import { tryToRelease } from './release-order.ts'

const patienceMs = 3_600_000

/**
 * Cancels a checkout that nobody has paid, so that it no longer counts towards the daily limit of a
 * new seller (rule: new-seller-limits), or holds back the use of a code (rule: discounts).
 */
export const endUnpaidJob = defineJob('end-unpaid', {
  payload: t.Object({ orderId: t.String() }),
  concurrency: 1,
  maxAttempts: 20,
  run: (ctx, { orderId }) => endUnpaid(ctx, orderId),
})

/** Ends a checkout unless it is paid within an hour. Called in the transaction that places it. */
export const endLater = (ctx: Ctx, { id }: Order): void =>
  ctx.jobs.add(endUnpaidJob, { orderId: id }, { key: id, runAt: ctx.now() + patienceMs })

async function endUnpaid(ctx: Ctx, orderId: string): Promise<void> {
  const { processor } = ctx
  const order = orderById(ctx, orderId)
  if (!processor || order?.state !== 'OPEN' || order.mode !== processor.mode) return
  // While a bank processes it the money may still arrive: it counts until then.
  if (!(await tryToRelease(ctx, processor, order, false))) return
  await ctx.jointly(() => moveOrder(ctx, order, 'CANCELED'))
}
