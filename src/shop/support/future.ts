import { artistOf } from '../../casset/artist-of.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'
import { changeEverything, everythingOf, saveEverything } from '../everything/everything.ts'
import { deliverTape, queueFuture } from '../everything/everything-goods.ts'
import { tapesOf } from '../purchase/everything-tapes.ts'

/**
 * Gives an order the tapes that come out from now on, as one of everything has them, with none so
 * far; or takes them back with its money. Called in a transaction.
 */
export function settleFuture(ctx: Ctx, order: Order, state: PurchaseStatus): void {
  const known = everythingOf(ctx, order.id)
  const { status, isRevoked } = state
  if (!known) saveEverything(ctx, order, artistOf(ctx, order.cassetId).id, { percent: 0, hasFuture: true, tapes: [] })
  const endedAt = isRevoked ? (known?.endedAt ?? ctx.now()) : null
  changeEverything(ctx, order.id, { status, heldSince: order.paidAt ?? ctx.now(), endedAt })
  if (!isRevoked && known?.heldSince == null) queueFuture(ctx, order)
  for (const { cassetId } of tapesOf(ctx, order.id)) deliverTape(ctx, order, cassetId, state)
}

/** Lets no more tapes come by these orders: their time is over. Called in a transaction. */
export function endFuture(ctx: Ctx, orderIds: readonly string[]): void {
  for (const orderId of orderIds) changeEverything(ctx, orderId, { hasFuture: false })
}
