import { blob, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** The signatures of agents that counted, by their hash, until they expire: none counts twice. */
export const seenSignatures = sqliteTable('seen_signatures', {
  hash: blob({ mode: 'buffer' }).primaryKey(),
  expiresAt: integer('expires_at').notNull(),
})
