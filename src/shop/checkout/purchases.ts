import { and, desc, eq, exists, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { everythingTapes, purchases } from '../../../db/schema/shop/purchase.ts'
import { credited } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { slugOf } from '../../lib/text/slug.ts'
import { toCover } from '../../platform/asset/asset-url.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { doesCount, whereCounted } from '../../platform/payment/mode.ts'
import type { Purchase, Purchases } from './model.ts'

/**
 * A purchase in the form that the buyer's library shows: with its casset as it is now, and whether
 * the buyer has it by any purchase.
 */
export type ShelvedPurchase = {
  purchase: Purchase
  /** Null where nothing was paid, or by somebody else. */
  paidOrderId: string | null
  isCollected: boolean
  artistUserId: string
  casset: Pick<
    typeof cassets.$inferSelect,
    'name' | 'priceMinor' | 'currency' | 'published' | 'privacy' | 'themeTokens' | 'takenDown' | 'opensAt' | 'opensZone'
  >
}

const anyOf = alias(purchases, 'any_of')

function select(ctx: Ctx, which: SQL | undefined, limit: number): ShelvedPurchase[] {
  const { name, priceMinor, currency, published, privacy, themeTokens, takenDown, opensAt, opensZone } = cassets
  const { id, cassetId, mode, status, purchasedAt, endedAt, isGift } = purchases
  const { db, config } = ctx
  const isHeld = and(
    eq(anyOf.userId, purchases.userId),
    eq(anyOf.cassetId, cassetId),
    sql`coalesce(${anyOf.endedAt}, 0) = 0`,
    whereCounted(anyOf.mode, config.paymentMode),
  )
  return db
    .select({
      purchase: { id, cassetId, mode, status, purchasedAt, endedAt, isGift },
      order: { id: orders.id, amountMinor: orders.amountMinor, currency: orders.currency },
      // Of everything, a casset has its part of the sum.
      partMinor: sql<number>`coalesce(${everythingTapes.partMinor}, ${orders.amountMinor})`,
      artist: { userId: artists.userId, handle: artists.handle, displayName: artists.displayName },
      casset: { name, priceMinor, currency, published, privacy, themeTokens, takenDown, opensAt, opensZone },
      slug: cassets.slug,
      word: cassets.word,
      cover: { id: assets.id, color: assets.color, width: assets.width },
      isCollected: exists(db.select({ id: anyOf.id }).from(anyOf).where(isHeld)).mapWith(Boolean),
    })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .leftJoin(
      everythingTapes,
      and(eq(everythingTapes.orderId, orders.id), eq(everythingTapes.cassetId, purchases.cassetId)),
    )
    .innerJoin(cassets, eq(cassets.id, purchases.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .where(which)
    .orderBy(desc(purchases.id))
    .limit(limit)
    .all()
    .map(({ purchase, order, partMinor, artist: { userId, ...artist }, slug, word, casset, cover, isCollected }) => ({
      purchase: {
        id: purchase.id,
        casset: {
          id: purchase.cassetId,
          slug: slugOf({ slug, word }, artist.handle),
          ...credited(ctx, { id: purchase.cassetId, slug, word: null }, artist),
          cover: cover ? toCover(cover) : null,
        },
        // The sum paid for a gift is between its payer and the artist.
        amount: purchase.isGift ? 0 : partMinor,
        currency: order.currency,
        status: purchase.status,
        mode: purchase.mode,
        isGift: purchase.isGift,
        entitles: purchase.endedAt === null && casset.takenDown !== 'law' && doesCount(ctx, purchase.mode),
        purchasedAt: new Date(purchase.purchasedAt).toISOString(),
      },
      paidOrderId: order.amountMinor === 0 || purchase.isGift ? null : order.id,
      isCollected,
      artistUserId: userId,
      casset,
    }))
}

/** Returns what the payer of an order holds by it; undefined when that is nothing. */
export const purchaseOfOrder = (ctx: Ctx, orderId: string): Purchase | undefined =>
  select(ctx, and(eq(purchases.orderId, orderId), eq(purchases.isGift, false)), 1)[0]?.purchase

/** Returns the caller's purchases, newest first; revoked ones and those of other modes too. */
export function listShelf(ctx: Ctx, { userId }: Viewer, limit: number, cursor?: string) {
  const whereFurther = cursor === undefined ? undefined : lt(purchases.id, cursor)
  const rows = select(ctx, and(eq(purchases.userId, userId), whereFurther), limit + 1)
  return cutPage(rows, limit, ({ purchase }) => purchase.id)
}

/** Returns purchases by id, in this order. */
export function shelvedPurchases(ctx: Ctx, ids: readonly string[]): ShelvedPurchase[] {
  const found = new Map(select(ctx, inArray(purchases.id, [...ids]), ids.length).map((row) => [row.purchase.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Returns the caller's purchases, newest first; revoked ones and those of other modes included. */
export function listPurchases(ctx: Ctx, buyer: Viewer, limit: number, cursor?: string): Purchases {
  const { page, nextCursor } = listShelf(ctx, buyer, limit, cursor)
  return { purchases: page.map(({ purchase }) => purchase), nextCursor }
}
