import { ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { type Order, orderById } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

/**
 * Returns an order of the caller's casset; the owner of the instance, whose account received it,
 * has access to all. Throws NOT_FOUND when absent, FORBIDDEN when another artist's
 * (rule: forbidden-or-absent).
 */
export function ownSale(ctx: Ctx, author: Viewer, orderId: string): Order {
  const order = orderById(ctx, orderId)
  // A payment that is no sale is refunded with the drop it was paid into.
  if (!order?.isSale) throw notFound('sale')
  if (author.role !== 'owner') ownCasset(ctx, order.cassetId, author)
  return order
}
