import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { credited } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { toCover } from '../../platform/asset/asset-url.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import type { BoughtTracks } from './model.ts'

/** Returns the orders by which an account bought single tracks, newest first, as of a cursor. */
function ordersOf({ db }: Ctx, { userId }: Viewer, most: number, cursor: string | undefined): string[] {
  const { orderId, heldSince } = trackHoldings
  return db
    .selectDistinct({ id: orderId })
    .from(trackHoldings)
    .where(
      and(
        eq(trackHoldings.userId, userId),
        // Written as in the index `track_holdings_of_user`.
        sql`${heldSince} IS NOT NULL`,
        cursor === undefined ? undefined : lt(orderId, cursor),
      ),
    )
    .orderBy(desc(orderId))
    .limit(most)
    .all()
    .map(({ id }) => id)
}

/**
 * Returns the caller's payments for single tracks, newest first; those that were taken back and
 * those of other modes included.
 */
export function listBoughtTracks(ctx: Ctx, viewer: Viewer, limit: number, cursor?: string): BoughtTracks {
  const { page, nextCursor } = cutPage(ordersOf(ctx, viewer, limit + 1, cursor), limit, (id) => id)
  const rows = ctx.db
    .select({
      holding: trackHoldings,
      title: tracks.title,
      order: { amountMinor: orders.amountMinor, currency: orders.currency },
      artist: { handle: artists.handle, displayName: artists.displayName },
      casset: { id: cassets.id, slug: cassets.slug, word: cassets.word, name: cassets.name },
      takenDown: cassets.takenDown,
      cover: { id: assets.id, color: assets.color, width: assets.width },
    })
    .from(trackHoldings)
    .innerJoin(orders, eq(orders.id, trackHoldings.orderId))
    .innerJoin(cassets, eq(cassets.id, trackHoldings.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .leftJoin(tracks, eq(tracks.id, trackHoldings.trackId))
    .where(isAmong(trackHoldings.orderId, page))
    .orderBy(desc(trackHoldings.orderId), trackHoldings.position)
    .all()
  const purchases = [...Map.groupBy(rows, ({ holding }) => holding.orderId).values()].flatMap((ofOrder) => {
    const [first] = ofOrder
    if (!first) return []
    const { holding, order, casset, takenDown, cover } = first
    const { handle: slug, displayName } = credited(ctx, casset, first.artist)
    return {
      orderId: holding.orderId,
      casset: { id: casset.id, slug, name: casset.name, displayName, cover: cover ? toCover(cover) : null },
      tracks: ofOrder.map((row) => ({ id: row.holding.trackId, title: row.title })),
      amount: order.amountMinor,
      currency: order.currency,
      status: holding.status,
      mode: holding.mode,
      entitles: holding.endedAt === null && takenDown !== 'law' && doesCount(ctx, holding.mode),
      purchasedAt: new Date(holding.heldSince ?? 0).toISOString(),
    }
  })
  return { purchases, nextCursor }
}
