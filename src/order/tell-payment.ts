import { Type as t } from '@sinclair/typebox'
import { eq, sql } from 'drizzle-orm'
import { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import type { JobKind } from '../platform/job/job-kind.ts'
import { goodsOf } from './goods.ts'
import { toldChanges } from './order-metadata.ts'

const ofOrder = t.Object({ orderId: t.String() })

/** The job that tells a payment the later news of its order, for restored databases. */
export const tellPaymentKind: JobKind<typeof ofOrder> = { kind: 'tell-payment', payload: ofOrder }

/** Queues it. Called in the transaction of the change. */
export const tellLater = (ctx: Ctx, orderId: string): void =>
  // Without a key: a change while it runs needs another one.
  ctx.jobs.add(tellPaymentKind, { orderId })

/** Stores how often a payment was told, as it says itself. */
export const noteTold = ({ db }: Ctx, orderId: string, told: number): void =>
  void db.update(orders).set({ told }).where(eq(orders.id, orderId)).run()

/** Returns all that a payment is told of its order, and counts it. Called in a transaction. */
export function newsOf(ctx: Ctx, orderId: string): Record<string, string> {
  const told = sql`${orders.told} + 1`
  const order = ctx.db.update(orders).set({ told }).where(eq(orders.id, orderId)).returning().get()
  const changes = Object.entries(toldChanges(order)).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return { ...Object.fromEntries(changes), ...goodsOf(ctx)[order.kind].lost?.tell?.(ctx, order) }
}
