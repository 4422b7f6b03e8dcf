import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Where a box or key asks whether an artist may write. */
export const boxPlaces = ['checkout', 'free', 'redeem'] as const

/** Where somebody agreed to an artist's emails: also in the email that asks them. */
export const consentPlaces = [...boxPlaces, 'import', 'follow'] as const

/** Present and former consents to an artist's emails. */
export const mailingConsents = sqliteTable('mailing_consents', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  email: text().notNull(),
  /** Null for a guest. */
  userId: text('user_id'),
  /** The sentence that they agreed to. */
  text: text().notNull(),
  givenAt: integer('given_at').notNull(),
  givenFrom: text('given_from', { enum: consentPlaces }).notNull(),
  /** The hash of the key that ends it without signing in. */
  keyHash: text('key_hash').notNull(),
  endedAt: integer('ended_at'),
})

/**
 * The number of people on an artist's mailing list now, kept by triggers of `mailing_consents`; no
 * row: there never was one.
 */
export const mailingListCounts = sqliteTable('mailing_list_counts', {
  artistId: text('artist_id').primaryKey(),
  people: integer().notNull(),
})
