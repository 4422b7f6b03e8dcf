import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { restOrders } from '../../../db/schema/shop/rest.ts'
import { isRestHeld, noteTakenOff } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import { cancelReplacedJob } from '../../order/begin/cancel-replaced.ts'
import { moveOrder, type Order, orderById } from '../../order/order.ts'

const { placeholder } = sql
const { orderId: restId, singleOrderId } = restOrders

const singles = prepared((db) =>
  db
    .select({ id: singleOrderId })
    .from(restOrders)
    .where(eq(restId, placeholder('orderId'))),
)
const rests = prepared((db) =>
  db
    .select({ id: restId })
    .from(restOrders)
    .innerJoin(orders, eq(orders.id, restId))
    .where(and(eq(singleOrderId, placeholder('orderId')), eq(orders.state, placeholder('state')))),
)

/** Returns the single-track orders that were deducted from an order's price. */
export const singlesOfRest = ({ db }: Ctx, orderId: string): string[] =>
  singles(db)
    .all({ orderId })
    .map(({ id }) => id)

/** Returns the orders in a state from whose price a single-track order was deducted. */
export const restsOfSingle = ({ db }: Ctx, orderId: string, state: 'OPEN' | 'PAID'): string[] =>
  rests(db)
    .all({ orderId, state })
    .map(({ id }) => id)

/** Stores the orders that are deducted from an order's price. Called in its transaction. */
export function saveRest({ db }: Ctx, orderId: string, singleOrderIds: readonly string[]): void {
  const rows = singleOrderIds.map((id) => ({ orderId, singleOrderId: id }))
  if (rows.length > 0) db.insert(restOrders).values(rows).onConflictDoNothing().run()
}

/**
 * Returns the ids of an order of a guest and of the orders that are joined with it: a rest that was
 * paid is joined with the single tracks that made it cheaper. A claim of one order claims all of
 * them (rule: the-rest).
 */
export function joinedOrders(ctx: Ctx, orderId: string): string[] {
  const found = new Set([orderId])
  // A set is walked to its end also while it grows. A checkout needs no more than the links, which
  // prove less than a claim: it has to be paid.
  for (const id of found)
    for (const other of [...singlesOfRest(ctx, id), ...restsOfSingle(ctx, id, 'PAID')]) found.add(other)
  return [...found]
}

/**
 * Notes which tracks were deducted from which order's price, for an order of the rest or of single
 * tracks, whichever is delivered or rebuilt first. Called in a transaction.
 */
export function noteRest(ctx: Ctx, { id, kind }: Order): void {
  for (const orderId of kind === 'single' ? restsOfSingle(ctx, id, 'PAID') : [id])
    noteTakenOff(ctx, orderId, singlesOfRest(ctx, orderId))
}

const takenElsewhere = prepared((db) =>
  db
    .selectDistinct({ singleId: singleOrderId, otherId: trackHoldings.restOrderId })
    .from(restOrders)
    .innerJoin(trackHoldings, eq(trackHoldings.orderId, singleOrderId))
    .innerJoin(purchases, isRestHeld)
    .where(and(eq(restId, placeholder('orderId')), sql`${trackHoldings.restOrderId} <> ${placeholder('orderId')}`)),
)

/**
 * Of the single-track orders deducted from an order of the rest, returns those that another order
 * held now has deducted too, each with that order.
 */
export const singlesElsewhere = ({ db }: Ctx, orderId: string): { singleId: string; otherId: string | null }[] =>
  takenElsewhere(db).all({ orderId })

/** Returns other orders held now that deducted the same single tracks as an order of the rest. */
export const restsElsewhere = (ctx: Ctx, orderId: string): string[] => [
  ...new Set(singlesElsewhere(ctx, orderId).flatMap(({ otherId }) => otherId ?? [])),
]

/**
 * Replaces payments begun for the rest of these single tracks, whose price is no longer right: the
 * rest was paid, or an account has claimed the tracks. Called in a transaction.
 */
export function replaceOpenRests(ctx: Ctx, singleOrderIds: readonly string[]): void {
  const begun = new Set(singleOrderIds.flatMap((id) => restsOfSingle(ctx, id, 'OPEN')))
  for (const orderId of begun) {
    const order = orderById(ctx, orderId)
    if (order?.state !== 'OPEN') continue
    moveOrder(ctx, order, 'REPLACED')
    ctx.jobs.add(cancelReplacedJob, { orderId }, { key: orderId })
  }
}
