import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tokens sent by email, stored as hashes; using one deletes it. */
export const mailedTokens = sqliteTable('mailed_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  purpose: text({ enum: ['verify-email', 'reset-password', 'change-email'] }).notNull(),
  email: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Confirmed addresses that accounts had, as long as their owners can undo the change. */
export const formerAddresses = sqliteTable('former_addresses', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  email: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})
