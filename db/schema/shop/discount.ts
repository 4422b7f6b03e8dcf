import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Codes that reduce a price, by a percent or by an amount. */
export const discounts = sqliteTable('discounts', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  /** Null: for every casset that the artist has without co-artists. */
  cassetId: text('casset_id'),
  code: text().notNull(),
  percent: integer(),
  amountMinor: integer('amount_minor'),
  /** The currency of the amount. */
  currency: text().notNull(),
  /** How often it can be used in all; null for any number. */
  uses: integer(),
  /** How often it was used and paid. Kept by a trigger of `orders`. */
  used: integer().notNull().default(0),
  expiresAt: integer('expires_at'),
  endedAt: integer('ended_at'),
  createdAt: integer('created_at').notNull(),
})
