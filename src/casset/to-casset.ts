import type { Static } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import type { artists } from '../../db/schema/account/account.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import type { Ctx } from '../context.ts'
import { slugOf } from '../lib/text/slug.ts'
import { isoOf } from '../lib/time/iso-time.ts'
import { assetUrl, toCover } from '../platform/asset/asset-url.ts'
import type { CassetRow } from './casset.ts'
import type { CassetShape, OwnOpening, Theme } from './shape.ts'

/**
 * Returns a casset as every route shows it; `handle` is its artist's.
 */
export function toCasset(row: CassetRow, handle: string): CassetShape {
  return {
    id: row.id,
    slug: slugOf(row, handle),
    name: row.name,
    price: { amount: row.priceMinor, currency: row.currency },
    published: row.published,
    privacy: row.privacy,
    publishedAt: isoOf(row.publishedAt),
    ...(row.styles.length > 0 ? { styles: row.styles } : {}),
    ...(row.wholeForAll ? { wholeForAll: true as const } : {}),
    ...(row.explicit ? { explicit: true as const } : {}),
    ...(row.opensAt === null
      ? {}
      : { opensAt: new Date(row.opensAt).toISOString(), opensZone: row.opensZone ?? 'UTC' }),
  }
}

export const toSuggested = ({ suggestedMinor }: Pick<CassetRow, 'suggestedMinor'>): { suggestedPrice?: number } =>
  suggestedMinor === null ? {} : { suggestedPrice: suggestedMinor }

/** Returns what the tracks of a casset cost one by one, where they are sold so. */
export const toTrackPrice = ({ trackPriceMinor }: Pick<CassetRow, 'trackPriceMinor'>): { trackPrice?: number } =>
  trackPriceMinor === null ? {} : { trackPrice: trackPriceMinor }

export const toOwnOpening = ({ opensAt, openTrackIds, calledOffAt }: CassetRow): Static<typeof OwnOpening> => ({
  ...(opensAt === null && calledOffAt === null ? {} : { openTrackIds }),
  ...(calledOffAt === null ? {} : { calledOffAt: new Date(calledOffAt).toISOString() }),
})

/** Returns a tape that was just made, and which nobody has collected, as its owner gets it. */
export const toNewTape = (row: CassetRow, handle: string) => ({
  ...toCasset(row, handle),
  sales: { count: 0, amount: { amount: 0, currency: row.currency } },
})

export function toTheme(row: CassetRow): Theme {
  return {
    tokens: row.themeTokens,
    cassetBackgroundSource: row.backgroundSource,
    backgroundUrl: backgroundUrlOf(row),
    footerTheme: row.footerTheme,
  }
}

/** Returns the picture behind the page, if any: the cover, or an image of its own. */
function backgroundUrlOf({ backgroundSource, coverAssetId, backgroundAssetId }: CassetRow): string | null {
  if (backgroundSource === 'cover') return coverAssetId === null ? null : assetUrl(coverAssetId, 640)
  return backgroundSource === 'image' && backgroundAssetId !== null ? assetUrl(backgroundAssetId, 1280) : null
}

/** Returns the two profile badges; at most one is true. */
export function toProfileFlags(flag: (typeof artists.$inferSelect)['profileFlag']) {
  return { ai: flag === 'ai', noAi: flag === 'no-ai' }
}

export function toUpdate(ctx: Ctx, row: CassetRow, handle: string) {
  const cover = row.coverAssetId ? ctx.db.select().from(assets).where(eq(assets.id, row.coverAssetId)).get() : undefined
  return {
    casset: toCasset(row, handle),
    ...toSuggested(row),
    ...toTrackPrice(row),
    opening: toOwnOpening(row),
    theme: toTheme(row),
    texture: { profilePatternId: row.patternId },
    cover: cover ? toCover(cover) : null,
  }
}
