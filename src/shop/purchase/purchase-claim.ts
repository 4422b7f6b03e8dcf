import { and, asc, between, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { everythingTapes, purchases } from '../../../db/schema/shop/purchase.ts'
import type { TrackClaim } from '../../casset/track/loss/track-claim.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { goodsOf } from '../../order/goods.ts'

const { placeholder } = sql

// Purchases of every payment mode count: a purchase with test money counts again once test payments
// are on.
const firstHolder = prepared((db) => {
  const { id, cassetId, purchasedAt, endedAt } = purchases
  const isHeld = and(eq(cassetId, placeholder('cassetId')), lte(purchasedAt, placeholder('until')), isNull(endedAt))
  return db.select({ id }).from(purchases).where(isHeld).limit(1)
})

// In the order of the index `purchases_by_casset`: ordered by id, each read would sort all
// purchases of the casset.
const nextHolders = prepared((db) => {
  const { id, purchasedAt, endedAt, cassetId, isGift } = purchases
  // A gift that nobody has claimed is still of interest to its payer.
  const holder = sql<string | null>`coalesce(${purchases.userId}, ${orders.userId})`
  const afterAt = placeholder('afterAt')
  return db
    .select({
      id,
      at: purchasedAt,
      holderId: sql<string>`coalesce(${holder}, ${orders.id})`,
      artistId: artists.id,
      address: sql<string>`coalesce(${users.email}, ${orders.buyerEmail}, '')`,
      name: sql<string>`coalesce(${artists.displayName}, '')`,
      language: orders.language,
      hasPaid: sql`${orders.amountMinor} > 0 AND (${isGift} = 0 OR ${purchases.userId} IS NULL)`.mapWith(Boolean),
    })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .leftJoin(users, eq(users.id, holder))
    .leftJoin(artists, eq(artists.userId, holder))
    .where(
      and(
        eq(cassetId, placeholder('cassetId')),
        between(purchasedAt, afterAt, placeholder('heldUntil')),
        isNull(endedAt),
        or(gt(purchasedAt, afterAt), gt(id, placeholder('after'))),
      ),
    )
    .orderBy(asc(purchasedAt), asc(id))
    .limit(placeholder('most'))
})

/**
 * Returns an order of music of a casset that is paid, or may be soon; also of a gift, which nobody
 * has collected before it is claimed.
 */
function firstOrder(ctx: Ctx, cassetId: string) {
  const kinds = Object.values(goodsOf(ctx)).flatMap(({ kind, holding }) => (holding.keepsTracks ? kind : []))
  const which = and(eq(orders.cassetId, cassetId), whereLive, inArray(orders.kind, kinds))
  return ctx.db.select({ state: orders.state }).from(orders).where(which).limit(1).get()
}

const whereLive = inArray(orders.state, ['OPEN', 'PAID'])

/** The same of an order of several tapes, one of which it is. */
const firstAmongOthers = ({ db }: Ctx, cassetId: string) =>
  db
    .select({ state: orders.state })
    .from(everythingTapes)
    .innerJoin(orders, eq(orders.id, everythingTapes.orderId))
    .where(and(eq(everythingTapes.cassetId, cassetId), whereLive))
    .limit(1)
    .get()

/** Collectors of a casset hold the tracks that were active since (rule: held-tracks). */
export const purchaseClaim: TrackClaim = {
  isKept: ({ db }, { cassetId, status, inactiveAt }) =>
    status === 'READY' && inactiveAt !== null && firstHolder(db).get({ cassetId, until: inactiveAt }) !== undefined,
  bindsTape(ctx, cassetId) {
    const order = firstOrder(ctx, cassetId) ?? firstAmongOthers(ctx, cassetId)
    if (!order) return undefined
    return order.state === 'PAID'
      ? say('Somebody has paid for this casset, so its tracks stay as they are. Put the track on the other one too.')
      : say('Somebody is paying for this casset just now. Try again in an hour.')
  },
  holders: ({ db }, page) => nextHolders(db).all(page),
}
