import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Where people agreed to an artist's emails before that artist brought their addresses here. */
export const agreedBy = ['service', 'paper', 'website'] as const

/**
 * Addresses that an artist brought from elsewhere. Each is asked once by email, and is on the
 * mailing list only after it confirmed.
 */
export const optIns = sqliteTable('opt_ins', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  email: text().notNull(),
  agreedBy: text('agreed_by', { enum: agreedBy }).notNull(),
  createdAt: integer('created_at').notNull(),
  /** When the email that asks was queued; null before. */
  askedAt: integer('asked_at'),
  /** The hash of the key in that email. */
  keyHash: text('key_hash'),
  confirmedAt: integer('confirmed_at'),
})
