import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { everythingTapes, purchases } from '../../../db/schema/shop/purchase.ts'
import { restOrders } from '../../../db/schema/shop/rest.ts'
import { takenBack } from '../../books/ledger/taken-back.ts'
import { whereNotTakenOff } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import { goodsOf } from '../../order/goods.ts'
import { type Order, orderById } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'

const { placeholder } = sql
const { orderId: restId, singleOrderId } = restOrders

// All tracks of an order say the same.
export const isFirstTrack = eq(trackHoldings.position, 0)

const counted = prepared((db) =>
  db
    .select({ amountMinor: orders.amountMinor, status: trackHoldings.status, ...takenBack(db) })
    .from(restOrders)
    .innerJoin(trackHoldings, and(eq(trackHoldings.orderId, singleOrderId), isFirstTrack))
    .innerJoin(orders, eq(orders.id, singleOrderId))
    .where(
      and(
        eq(restId, placeholder('orderId')),
        eq(trackHoldings.cassetId, placeholder('cassetId')),
        isNotNull(trackHoldings.heldSince),
        isNull(trackHoldings.endedAt),
        or(eq(trackHoldings.restOrderId, restId), whereNotTakenOff(db)),
      ),
    ),
)

/** The part of an order for a casset: the sum paid for it by itself, and the sum taken off. */
type Bought = { cassetId: string; ownMinor: number; creditMinor: number }

/**
 * Returns what the state of a payment means for a casset that is the rest of single tracks: where
 * nothing was paid for the rest itself, it has ended once less is left of what was paid for the
 * tracks than was taken off (rule: free-rest). An open dispute takes nothing yet.
 */
export function stateOfRest(
  ctx: Ctx,
  { id: orderId }: Order,
  { cassetId, ownMinor, creditMinor }: Bought,
  state: PurchaseStatus,
): PurchaseStatus {
  if (state.isRevoked || ownMinor > 0 || creditMinor === 0) return state
  const leftMinor = counted(ctx.db)
    .all({ orderId, cassetId })
    // Never below nothing: a payment of which a bank leaves so little has ended.
    .map(
      ({ amountMinor, status, refundedMinor, disputedMinor }) =>
        amountMinor - refundedMinor - (status === 'DISPUTED' ? 0 : disputedMinor),
    )
    .reduce((sum, each) => sum + each, 0)
  return leftMinor < creditMinor ? { ...state, status: 'REFUNDED', isRevoked: true } : state
}

const restsFor = prepared((db) => {
  const { partMinor, creditMinor } = everythingTapes
  return db
    .select({
      orderId: orders.id,
      isFree: sql<number>`coalesce(${partMinor}, ${orders.amountMinor}) = 0`,
      status: purchases.status,
      endedAt: purchases.endedAt,
    })
    .from(restOrders)
    .innerJoin(orders, and(eq(orders.id, restId), eq(orders.state, 'PAID')))
    .leftJoin(
      everythingTapes,
      and(eq(everythingTapes.orderId, restId), eq(everythingTapes.cassetId, placeholder('cassetId'))),
    )
    .leftJoin(purchases, and(eq(purchases.orderId, restId), eq(purchases.cassetId, placeholder('cassetId'))))
    .where(and(eq(singleOrderId, placeholder('orderId')), gt(sql`coalesce(${creditMinor}, ${orders.creditMinor})`, 0)))
})

/**
 * Does with the rest of single tracks as what is left of their money says: one that was free ends
 * or is back, one that was paid goes back. Called in the transaction of its postings.
 */
export function settleRests(ctx: Ctx, { id: orderId, cassetId }: Order): void {
  for (const row of restsFor(ctx.db).all({ orderId, cassetId })) {
    const order = orderById(ctx, row.orderId)
    // One that has ended otherwise was of a preorder that was called off.
    if (order && (row.endedAt === null || (row.isFree === 1 && row.status === 'REFUNDED'))) {
      goodsOf(ctx)[order.kind].settleRest?.(ctx, order, cassetId)
    }
  }
}

/** Returns whether a rest that was free because of single tracks has ended with their money. */
export const hasRestEnded = ({ db }: Ctx, { id: orderId, cassetId }: Order): boolean =>
  restsFor(db)
    .all({ orderId, cassetId })
    .some(({ isFree, status, endedAt }) => isFree === 1 && endedAt !== null && status === 'REFUNDED')
