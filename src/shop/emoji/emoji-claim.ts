import { and, asc, between, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { emojiPurchases, emojis } from '../../../db/schema/shop/emoji.ts'
import type { TrackClaim } from '../../casset/track/loss/track-claim.ts'

const { placeholder } = sql

const nextHolders = prepared((db) => {
  const { id, purchasedAt, endedAt, emojiId, userId } = emojiPurchases
  const afterAt = placeholder('afterAt')
  return db
    .select({
      id,
      at: purchasedAt,
      holderId: userId,
      artistId: artists.id,
      address: sql<string>`coalesce(${users.email}, '')`,
      name: artists.displayName,
      language: orders.language,
      hasPaid: sql`${orders.amountMinor} > 0`.mapWith(Boolean),
    })
    .from(emojiPurchases)
    .innerJoin(emojis, eq(emojis.id, emojiId))
    .innerJoin(orders, eq(orders.id, emojiPurchases.orderId))
    .innerJoin(users, eq(users.id, userId))
    .innerJoin(artists, eq(artists.userId, userId))
    .where(
      and(
        eq(emojiId, placeholder('emojiId')),
        between(purchasedAt, afterAt, placeholder('heldUntil')),
        isNull(endedAt),
        isNull(users.deletedAt),
        // It may be shown again by now.
        isNotNull(emojis.takenDown),
        or(gt(purchasedAt, afterAt), gt(id, placeholder('after'))),
      ),
    )
    .orderBy(asc(purchasedAt), asc(id))
    .limit(placeholder('most'))
})

/** Buyers of an emoji lose it when it is taken down (rule: take-down). */
export const emojiClaim: TrackClaim = { emojiHolders: ({ db }, page) => nextHolders(db).all(page) }
