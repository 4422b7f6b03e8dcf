import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Accounts that names of tracks stand for. Triggers delete those of names that are taken off. */
export const creditedAccounts = sqliteTable(
  'credited_accounts',
  {
    trackId: text('track_id').notNull(),
    name: text().notNull(),
    cassetId: text('casset_id').notNull(),
    artistId: text('artist_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.trackId, table.name] })],
)

export const consentStates = ['ASKED', 'AGREED', 'REFUSED'] as const

/**
 * The answers of people to names of theirs on a casset. Triggers end them with the name; a refusal
 * stays.
 */
export const creditConsents = sqliteTable('credit_consents', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  artistId: text('artist_id').notNull(),
  name: text().notNull(),
  /** The artist who asked. */
  askerId: text('asker_id').notNull(),
  state: text({ enum: consentStates }).notNull(),
  askedAt: integer('asked_at').notNull(),
  answeredAt: integer('answered_at'),
})
