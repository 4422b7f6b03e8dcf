import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The one-time link that makes the first owner, stored as a hash. At most one row. */
export const setupTokens = sqliteTable('setup_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  createdAt: integer('created_at').notNull(),
})
