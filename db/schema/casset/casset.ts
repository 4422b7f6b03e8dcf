import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The colours that a world overrides. */
export type StoredTokens = { background?: string; surface?: string; text?: string; accent?: string }

/** Why something is taken down: a law asks for it, or the site's terms. */
export const takedownGrounds = ['law', 'terms'] as const

/** An artist's page: its price, privacy and look. */
export const cassets = sqliteTable('cassets', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  /**
   * The address of a co-casset, whose creator is the artist; null for a tape, a casset of one
   * artist.
   */
  slug: text(),
  /**
   * The second part of a further tape's address, after the artist's handle; null for the first one,
   * whose address is the handle, and for a co-casset.
   */
  word: text(),
  kind: text({ enum: ['ALBUM', 'EP', 'SINGLE', 'LIVE', 'DEMO'] })
    .notNull()
    .default('ALBUM'),
  /** The day on which the music came out, as YYYY-MM-DD. */
  releasedOn: text('released_on'),
  name: text().notNull(),
  /** The artist's own words for how it sounds: at most five. */
  styles: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  wholeForAll: integer('whole_for_all', { mode: 'boolean' }).notNull().default(false),
  /** Whether it has explicit words. */
  explicit: integer({ mode: 'boolean' }).notNull().default(false),
  priceMinor: integer('price_minor').notNull().default(0),
  /** The sum that the artist suggests; it counts while it is above the price. Null for none. */
  suggestedMinor: integer('suggested_minor'),
  /**
   * The price of each track by itself; null where tracks are sold with the casset only. A track
   * may have a price of its own.
   */
  trackPriceMinor: integer('track_price_minor'),
  currency: text().notNull(),
  published: integer({ mode: 'boolean' }).notNull().default(false),
  publishedAt: integer('published_at'),
  /** When it became public the last time, by being published or by its privacy. */
  publicAt: integer('public_at'),
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
  takenDown: text('taken_down', { enum: takedownGrounds }),
  /** When a preorder opens; null for a tape that is open, and for one that was called off. */
  opensAt: integer('opens_at'),
  /** The IANA name of the time zone in which pages show that hour. */
  opensZone: text('opens_zone'),
  /** The tracks of a preorder that are open already. */
  openTrackIds: text('open_track_ids', { mode: 'json' }).$type<string[]>().notNull().default([]),
  /** When its preorder was called off; null once it has another hour, or is open. */
  calledOffAt: integer('called_off_at'),
})

/** The words that tapes had: their addresses lead to them (rule: former-words). */
export const formerWords = sqliteTable(
  'former_words',
  {
    artistId: text('artist_id').notNull(),
    word: text().notNull(),
    cassetId: text('casset_id').notNull(),
    leftAt: integer('left_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.artistId, table.word] })],
)

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
