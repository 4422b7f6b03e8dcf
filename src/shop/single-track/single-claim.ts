import { and, asc, between, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { orders } from '../../../db/schema/order/order.ts'
import type { TrackClaim } from '../../casset/track/loss/track-claim.ts'

const { placeholder } = sql
const { orderId, trackId, cassetId, heldSince, endedAt, userId } = trackHoldings

// Written as in the indexes `track_holdings_by_track` and `track_holdings_by_casset`. Of every
// mode, as purchases are.
const isLive = and(sql`${heldSince} IS NOT NULL`, isNull(endedAt))
const isHeld = and(eq(trackId, placeholder('trackId')), isLive)
const isHeldOfCasset = and(eq(cassetId, placeholder('cassetId')), isLive)

const firstHolder = prepared((db) =>
  db
    .select({ orderId })
    .from(trackHoldings)
    .where(and(isHeld, lte(heldSince, placeholder('until'))))
    .limit(1),
)

const selectHolders = (db: Db, which: SQL | undefined) => {
  const afterAt = placeholder('afterAt')
  return db
    .select({
      id: orderId,
      at: sql<number>`${heldSince}`,
      holderId: sql<string>`coalesce(${userId}, ${orderId})`,
      artistId: artists.id,
      address: sql<string>`coalesce(${users.email}, ${orders.buyerEmail}, '')`,
      name: sql<string>`coalesce(${artists.displayName}, '')`,
      language: orders.language,
      hasPaid: sql`${orders.amountMinor} > 0`.mapWith(Boolean),
    })
    .from(trackHoldings)
    .innerJoin(orders, eq(orders.id, orderId))
    .leftJoin(users, eq(users.id, userId))
    .leftJoin(artists, eq(artists.userId, userId))
    .where(
      and(
        which,
        between(heldSince, afterAt, placeholder('heldUntil')),
        or(gt(heldSince, afterAt), gt(orderId, placeholder('after'))),
      ),
    )
    .groupBy(orderId)
    .orderBy(asc(heldSince), asc(orderId))
    .limit(placeholder('most'))
}
const nextHolders = prepared((db) => selectHolders(db, isHeld))
const nextHoldersOfCasset = prepared((db) => selectHolders(db, isHeldOfCasset))

/** The buyers of a track by itself hold it (rules: single-tracks, held-tracks). */
export const singleClaim: TrackClaim = {
  isKept: ({ db }, { id, status, inactiveAt }) =>
    status === 'READY' && inactiveAt !== null && firstHolder(db).get({ trackId: id, until: inactiveAt }) !== undefined,
  holders: ({ db }, { trackId, ...page }) =>
    trackId === null ? nextHoldersOfCasset(db).all(page) : nextHolders(db).all({ trackId, ...page }),
}
