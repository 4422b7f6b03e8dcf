import { and, desc, eq, lt, type SQL } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { assets, cassets } from '../../db/schema/casset.ts'
import { orders } from '../../db/schema/order.ts'
import { purchases } from '../../db/schema/purchase.ts'
import { toCover } from '../asset/asset-url.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { cutPage } from '../lib/cut-page.ts'
import { doesCount } from '../payment/mode.ts'
import type { Purchase, Purchases } from './model.ts'

function select(ctx: Ctx, which: SQL | undefined, limit: number): Purchase[] {
  return ctx.db
    .select({
      purchase: purchases,
      order: orders,
      handle: artists.handle,
      displayName: artists.displayName,
      cover: { id: assets.id, color: assets.color, width: assets.width },
    })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .innerJoin(cassets, eq(cassets.id, purchases.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .where(which)
    .orderBy(desc(purchases.id))
    .limit(limit)
    .all()
    .map(({ purchase, order, handle, displayName, cover }) => ({
      id: purchase.id,
      casset: { id: purchase.cassetId, slug: handle, handle, displayName, cover: cover ? toCover(cover) : null },
      amount: order.amountMinor,
      currency: order.currency,
      status: purchase.status,
      mode: purchase.mode,
      entitles: purchase.endedAt === null && doesCount(ctx, purchase.mode),
      purchasedAt: new Date(purchase.purchasedAt).toISOString(),
    }))
}

/** Returns the purchase that an order led to; undefined when there is none. */
export const purchaseOfOrder = (ctx: Ctx, orderId: string): Purchase | undefined =>
  select(ctx, eq(purchases.orderId, orderId), 1)[0]

/** Returns the paid order of a purchase; undefined for a free one. */
export const paidOrderOf = (ctx: Ctx, { id, amount }: Purchase): string | undefined =>
  amount === 0 ? undefined : ctx.db.select().from(purchases).where(eq(purchases.id, id)).get()?.orderId

/** Returns the caller's purchases, newest first; revoked ones and those of other modes included. */
export function listPurchases(ctx: Ctx, buyer: Viewer, limit: number, cursor?: string): Purchases {
  const whereFurther = cursor === undefined ? undefined : lt(purchases.id, cursor)
  const rows = select(ctx, and(eq(purchases.userId, buyer.userId), whereFurther), limit + 1)
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { purchases: page, nextCursor }
}
