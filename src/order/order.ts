import type { orders } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'

export type Order = typeof orders.$inferSelect

/** The order that a payment belongs to. */
export const orderOfIntent = (ctx: Ctx, paymentIntentId: string): Order | undefined =>
  ctx.reads.orderOfIntent(paymentIntentId)

/** The caller's own order behind a payment. Throws NOT_FOUND. */
export function ownOrder(ctx: Ctx, buyer: Viewer, paymentIntentId: string): Order {
  const order = orderOfIntent(ctx, paymentIntentId)
  if (order?.userId !== buyer.userId) throw notFound('payment')
  return order
}

/** Who pays for what. */
export type Purpose = Pick<Order, 'userId' | 'cassetId' | 'kind' | 'emojiId'>

/** The order of somebody for something that waits to be paid. */
export const openOrder = (ctx: Ctx, purpose: Purpose): Order | undefined => ctx.reads.openOrder(purpose)

/** Which states an order may leave for which. A payment that comes after all counts, whatever we believed before. */
const moves: Readonly<Record<Order['state'], readonly Order['state'][]>> = {
  OPEN: ['PAID', 'REPLACED', 'CANCELED'],
  REPLACED: ['PAID'],
  CANCELED: ['PAID'],
  PAID: [],
}

/** Moves an order to another state; what may not go there stays where it is. */
export function moveOrder(ctx: Ctx, order: Pick<Order, 'id' | 'state'>, state: Order['state']): void {
  if (!moves[order.state].includes(state)) return
  ctx.writes.moveOrder(order.id, order.state, state, state === 'PAID' ? ctx.now() : null)
}
