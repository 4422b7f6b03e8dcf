import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Signed-in browsers. Only the SHA-256 of the cookie's random bytes is kept. */
export const sessions = sqliteTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  id: text().notNull(),
  userId: text('user_id').notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: integer('created_at').notNull(),
  seenAt: integer('seen_at').notNull(),
  /** When the clock was found to be before `createdAt`. */
  earlyAt: integer('early_at'),
  expiresAt: integer('expires_at').notNull(),
  /** When its user last proved who they are. */
  confirmedAt: integer('confirmed_at'),
})

/**
 * Steps that wait for a passkey: adding one, a sign-in, the second step of one or of a reset, a
 * confirmation.
 */
export const signInSteps = sqliteTable('sign_in_steps', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text({ enum: ['register', 'sign-in', 'second', 'reset', 'confirm'] }).notNull(),
  userId: text('user_id'),
  challenge: text().notNull(),
  tries: integer().notNull().default(0),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Keys by which players open an account's library. The secret half is derived, and not stored. */
export const appKeys = sqliteTable('app_keys', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  name: text().notNull(),
  createdAt: integer('created_at').notNull(),
  usedAt: integer('used_at'),
})
