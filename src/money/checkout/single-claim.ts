import { and, asc, between, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { orders } from '../../../db/schema/money/order.ts'
import type { TrackClaim } from '../../casset/track/track-claim.ts'

const { placeholder } = sql
const { orderId, trackId, heldSince, endedAt, userId } = trackHoldings

// Written as in the index `track_holdings_by_track`. Of every mode, as purchases are.
const isHeld = and(eq(trackId, placeholder('trackId')), sql`${heldSince} IS NOT NULL`, isNull(endedAt))

const firstHolder = prepared((db) =>
  db
    .select({ orderId })
    .from(trackHoldings)
    .where(and(isHeld, lte(heldSince, placeholder('until'))))
    .limit(1),
)

const nextHolders = prepared((db) => {
  const afterAt = placeholder('afterAt')
  return db
    .select({
      id: orderId,
      at: sql<number>`${heldSince}`,
      holderId: sql<string>`coalesce(${userId}, ${orderId})`,
      address: sql<string>`coalesce(${users.email}, ${orders.buyerEmail}, '')`,
      name: sql<string>`coalesce(${artists.displayName}, '')`,
    })
    .from(trackHoldings)
    .innerJoin(orders, eq(orders.id, orderId))
    .leftJoin(users, eq(users.id, userId))
    .leftJoin(artists, eq(artists.userId, userId))
    .where(
      and(
        isHeld,
        between(heldSince, afterAt, placeholder('heldUntil')),
        or(gt(heldSince, afterAt), gt(orderId, placeholder('after'))),
      ),
    )
    .orderBy(asc(heldSince), asc(orderId))
    .limit(placeholder('most'))
})

/** The buyers of a track by itself hold it (rules: single-tracks, held-tracks). */
export const singleClaim: TrackClaim = {
  isKept: ({ db }, { id, status, inactiveAt }) =>
    status === 'READY' && inactiveAt !== null && firstHolder(db).get({ trackId: id, until: inactiveAt }) !== undefined,
  holders: ({ db }, page) => nextHolders(db).all(page),
}
