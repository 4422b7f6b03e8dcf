import { and, desc, eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account.ts'
import { assets, cassets } from '../../db/schema/casset.ts'
import { credited } from '../access/members.ts'
import { pictureUrl } from '../account/picture.ts'
import { toCover } from '../asset/asset-url.ts'
import type { Ctx } from '../context.ts'
import type { RecentCassets } from './model.ts'

const listed = and(eq(cassets.published, true), eq(cassets.privacy, 'public'))

function newest(ctx: Ctx, limit: number) {
  return ctx.db
    .select({ casset: cassets, artist: artists, cover: { id: assets.id, color: assets.color, width: assets.width } })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .where(listed)
    .orderBy(desc(cassets.publishedAt), desc(cassets.id))
    .limit(limit)
    .all()
    .map((row) => ({ ...row, artist: credited(ctx, row.casset, row.artist) }))
}

/** Returns the newest public cassets (rule 4.4). */
export function recentCassets(ctx: Ctx, limit: number): RecentCassets {
  const entries = newest(ctx, limit).map(({ casset, artist }) => ({
    id: casset.id,
    handle: artist.handle,
    displayName: artist.displayName,
    pfp: pictureUrl(ctx, casset.slug === null ? artist : { ...artist, pfpAssetId: null }),
  }))
  return { cassets: entries }
}

/** Returns the newest public cassets as the home page shows them. */
export function rack(ctx: Ctx, limit: number) {
  return newest(ctx, limit).map(({ casset, artist, cover }) => ({
    handle: artist.handle,
    displayName: artist.displayName,
    name: casset.name,
    price: { amount: casset.priceMinor, currency: casset.currency },
    hueSource: { tokens: casset.themeTokens, coverColor: cover?.color ?? null },
    cover: cover ? toCover(cover) : null,
  }))
}

export type RackEntry = ReturnType<typeof rack>[number]
