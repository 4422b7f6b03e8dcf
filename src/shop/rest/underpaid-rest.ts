import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { restOrders } from '../../../db/schema/shop/rest.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Order } from '../../order/order.ts'
import { settleOrderJob } from '../../order/settle/settle-others.ts'
import { isFirstTrack } from './free-rest.ts'
import { singlesElsewhere, singlesOfRest } from './rest-orders.ts'

const singles = prepared((db) =>
  db
    .select({
      id: restOrders.singleOrderId,
      cassetId: trackHoldings.cassetId,
      endedAt: trackHoldings.endedAt,
      amountMinor: orders.amountMinor,
      priceMinor: orders.priceMinor,
    })
    .from(restOrders)
    .innerJoin(trackHoldings, and(eq(trackHoldings.orderId, restOrders.singleOrderId), isFirstTrack))
    .innerJoin(orders, eq(orders.id, restOrders.singleOrderId))
    .where(and(eq(restOrders.orderId, sql.placeholder('orderId')), isNotNull(trackHoldings.heldSince))),
)

/** A casset of an order for which something was paid, and what was taken off for its tracks. */
type CheaperCasset = { cassetId: string; creditMinor: number }

/**
 * Returns whether too little is left of what was deducted from the prices of these cassets: a track
 * counts with what was paid for it, or, once that was paid back and the order no longer holds it,
 * with its price. A sum paid above the order's own price makes up for the rest (rule: free-rest).
 */
export function isUnderpaid(ctx: Ctx, order: Order, cheaper: readonly CheaperCasset[]): boolean {
  const { id: orderId, amountMinor, priceMinor } = order
  if (cheaper.every(({ creditMinor }) => creditMinor === 0)) return false
  const rows = singles(ctx.db).all({ orderId })
  // An order may be rebuilt before those of its tracks.
  if (rows.length < singlesOfRest(ctx, orderId).length) return false
  const lackingMinor = cheaper.reduce((sum, { cassetId, creditMinor }) => {
    const leftMinor = rows
      .filter((row) => row.cassetId === cassetId)
      .reduce((left, row) => left + (row.endedAt === null ? row.amountMinor : row.priceMinor), 0)
    return sum + Math.max(0, creditMinor - leftMinor)
  }, 0)
  return lackingMinor > amountMinor - priceMinor
}

/**
 * Returns whether a guest's order of the rest was rebuilt though it could not be delivered: another
 * order, which is held, deducted its tracks.
 */
export function isSecondRest(ctx: Ctx, { id: orderId, holderId, creditMinor }: Order): boolean {
  if (holderId !== null || creditMinor === 0) return false
  const elsewhere = new Set(singlesElsewhere(ctx, orderId).map(({ singleId }) => singleId))
  const rows = singles(ctx.db).all({ orderId })
  if (elsewhere.size === 0 || rows.length < singlesOfRest(ctx, orderId).length) return false
  const own = rows.filter(({ id }) => !elsewhere.has(id))
  return own.reduce((sum, row) => sum + row.amountMinor, 0) < creditMinor
}

export const goneText = (): string =>
  say('You had got it for less because of what you paid for its tracks, and that has gone back to you.')

/** Looks again at a payment of which more or less is due now. Called in a transaction. */
export function settleAgain(ctx: Ctx, { paymentIntentId }: Pick<Order, 'paymentIntentId'>): void {
  if (paymentIntentId !== null) ctx.jobs.add(settleOrderJob, { paymentIntentId }, { key: paymentIntentId })
}
