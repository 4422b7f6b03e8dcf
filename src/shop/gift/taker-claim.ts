import { and, asc, between, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { gifts } from '../../../db/schema/shop/gift.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import type { TrackClaim } from '../../casset/track/loss/track-claim.ts'

const { placeholder } = sql

// In the order of the index `purchases_by_casset`. Purchases are told of by their payers, so that a
// taker has an id of their own.
const nextTakers = prepared((db) => {
  const { purchasedAt, endedAt, cassetId, userId, orderId } = purchases
  const id = sql<string>`${purchases.id} || '~'`
  const afterAt = placeholder('afterAt')
  return db
    .select({
      id,
      at: purchasedAt,
      holderId: orderId,
      artistId: sql<null>`NULL`,
      address: sql<string>`${gifts.takerEmail}`,
      name: sql<string>`''`,
      language: gifts.takerLanguage,
      hasPaid: sql`0`.mapWith(Boolean),
    })
    .from(purchases)
    .innerJoin(gifts, eq(gifts.orderId, orderId))
    .where(
      and(
        eq(cassetId, placeholder('cassetId')),
        between(purchasedAt, afterAt, placeholder('heldUntil')),
        isNull(userId),
        isNull(endedAt),
        ne(gifts.takerEmail, ''),
        or(gt(purchasedAt, afterAt), gt(id, placeholder('after'))),
      ),
    )
    .orderBy(asc(purchasedAt), asc(purchases.id))
    .limit(placeholder('most'))
})

/** Takers of gifts lose what is taken down because of a law, too. */
export const takerClaim: TrackClaim = { holders: ({ db }, page) => nextTakers(db).all(page) }
