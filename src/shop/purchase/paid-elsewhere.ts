import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { lostOfRest, singleOrdersOf, tracksOfOrder } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'

const { placeholder } = sql

const others = prepared((db) =>
  db
    .select({ orderId: purchases.orderId })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(
      and(
        eq(purchases.userId, placeholder('userId')),
        eq(purchases.cassetId, placeholder('cassetId')),
        eq(purchases.mode, placeholder('mode')),
        sql`coalesce(${purchases.endedAt}, 0) = 0`,
        eq(purchases.isGift, false),
        ne(purchases.orderId, placeholder('orderId')),
        gt(orders.amountMinor, 0),
      ),
    ),
)

/** Returns the other orders by which the holder of an order has paid for a whole casset. */
export const wholesPaidElsewhere = (
  { db }: Ctx,
  { id: orderId, holderId: userId, mode }: Order,
  cassetId: string,
): string[] =>
  userId === null
    ? []
    : others(db)
        .all({ userId, cassetId, mode, orderId })
        .map((row) => row.orderId)

/**
 * Returns other orders by which the holder of a single-track order paid for one of its tracks, and
 * which did not deduct these tracks.
 */
export function singlesPaidElsewhere(ctx: Ctx, order: Order): string[] {
  const { id, cassetId, holderId } = order
  if (holderId === null) return []
  const rows = tracksOfOrder(ctx, order)
  const isOneOf = (trackId: string) => rows.some((row) => row.trackId === trackId)
  const isInWhole = (whole: string) => {
    const lost = lostOfRest(ctx, whole)
    return rows.some(({ trackId, restOrderId }) => restOrderId !== whole && !lost.has(trackId))
  }
  return [
    ...wholesPaidElsewhere(ctx, order, cassetId).filter(isInWhole),
    ...singleOrdersOf(ctx, cassetId, holderId).filter(
      (other) => other !== id && tracksOfOrder(ctx, { id: other }).some(({ trackId }) => isOneOf(trackId)),
    ),
  ]
}
