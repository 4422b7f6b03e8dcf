import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The colours that a world overrides. */
export type StoredTokens = { background?: string; surface?: string; text?: string; accent?: string }

/** An artist's page: its price, privacy and look. */
export const cassets = sqliteTable('cassets', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  /**
   * The address of a co-casset, whose creator is the artist; null where the address is the artist's
   * handle.
   */
  slug: text(),
  name: text().notNull(),
  priceMinor: integer('price_minor').notNull().default(0),
  /** The sum that the artist suggests; it counts while it is above the price. Null for none. */
  suggestedMinor: integer('suggested_minor'),
  currency: text().notNull(),
  published: integer({ mode: 'boolean' }).notNull().default(false),
  publishedAt: integer('published_at'),
  privacy: text({ enum: ['public', 'unlisted', 'private'] })
    .notNull()
    .default('public'),
  themeTokens: text('theme_tokens', { mode: 'json' }).$type<StoredTokens>().notNull().default({}),
  backgroundSource: text('background_source', { enum: ['none', 'cover', 'color', 'image'] })
    .notNull()
    .default('none'),
  backgroundAssetId: text('background_asset_id'),
  patternId: text('pattern_id', {
    enum: ['none', 'soft-grain', 'paper-fiber', 'halftone', 'scanlines', 'paint-fog'],
  })
    .notNull()
    .default('none'),
  footerTheme: text('footer_theme', { enum: ['auto', 'light', 'dark', 'cover'] })
    .notNull()
    .default('auto'),
  coverAssetId: text('cover_asset_id'),
  revision: integer().notNull().default(1),
  createdAt: integer('created_at').notNull(),
})

/** The cassets that are published and public. Kept by triggers. */
export const listedCassets = sqliteTable('listed_cassets', { cassetId: text('casset_id').primaryKey() })

/**
 * The position of each casset that was ever listed in the index of words, `casset_search`, newest
 * first. Kept by triggers.
 */
export const searchedCassets = sqliteTable('searched_cassets', {
  position: integer().primaryKey(),
  cassetId: text('casset_id').notNull(),
})
