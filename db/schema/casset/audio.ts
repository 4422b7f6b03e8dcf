import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Audio tokens that serve one GET; remembered until they expire. */
export const oneShotTokens = sqliteTable('one_shot_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
})
