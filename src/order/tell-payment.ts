import { Type as t } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { askProcessor, isMissing, requireProcessor } from '../platform/payment/ask-processor.ts'
import { paymentLock } from '../platform/payment/payment-lock.ts'
import { goodsOf } from './goods.ts'
import { orderById } from './order.ts'
import { toldChanges } from './order-metadata.ts'

const asksAgainMs = 3_600_000

const OfOrder = t.Object({ orderId: t.String() })

/** Tells a payment the later news of its order, for restored databases (rule: rebuilt-orders). */
export const tellPaymentJob = defineJob('tell-payment', {
  payload: OfOrder,
  concurrency: 2,
  maxAttempts: 60,
  isEnabled: ({ processor }) => processor !== undefined,
  // One at a time, so that the newest state is the last to be told.
  run: (ctx, { orderId }) => paymentLock(ctx)(`tell ${orderId}`, () => tellPayment(ctx, orderId)),
})

/** Queues it. Called in the transaction of the change. */
export function tellLater(ctx: Ctx, orderId: string): void {
  const told = sql`${orders.told} + 1`
  ctx.db.update(orders).set({ told }).where(eq(orders.id, orderId)).run()
  // Without a key: a change while it runs needs another one.
  ctx.jobs.add(tellPaymentJob, { orderId })
}

/** Stores how often a payment was told, as it says itself. */
export const noteTold = ({ db }: Ctx, orderId: string, told: number): void =>
  void db.update(orders).set({ told }).where(eq(orders.id, orderId)).run()

async function tellPayment(ctx: Ctx, orderId: string): Promise<void> {
  const processor = requireProcessor(ctx)
  const order = orderById(ctx, orderId)
  if (!order?.paymentIntentId) return
  if (order.mode !== processor.mode) {
    await ctx.jointly(() => ctx.jobs.add(tellPaymentJob, { orderId }, { runAt: ctx.now() + asksAgainMs }))
    return
  }
  const { paymentIntentId } = order
  const changes = Object.entries(toldChanges(order)).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const metadata = { ...Object.fromEntries(changes), ...goodsOf(ctx)[order.kind].lost?.tell?.(ctx, order) }
  if (Object.keys(metadata).length === 0) return
  try {
    await askProcessor(ctx, processor, (stripe, options) =>
      stripe.paymentIntents.update(paymentIntentId, { metadata }, options),
    )
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
