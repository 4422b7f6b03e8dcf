import type { artists } from '../../db/schema/account.ts'
import type { CassetRow } from './own-casset.ts'
import type { CassetShape, Theme } from './shape.ts'

/** Returns a casset as every route shows it. */
export function toCasset(row: CassetRow, handle: string): CassetShape {
  return {
    id: row.id,
    slug: handle,
    name: row.name,
    price: { amount: row.priceMinor, currency: row.currency },
    published: row.published,
    privacy: row.privacy,
    publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt).toISOString(),
  }
}

/** Returns the look of a casset, without its texture. */
export function toTheme(row: CassetRow): Theme {
  return { tokens: row.themeTokens, cassetBackgroundSource: row.backgroundSource, footerTheme: row.footerTheme }
}

/** Returns the two profile badges; at most one is true. */
export function toProfileFlags(flag: (typeof artists.$inferSelect)['profileFlag']) {
  return { ai: flag === 'ai', noAi: flag === 'no-ai' }
}
