import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Invitations to sign up. `email`: for that address only. `userId`: who used it. */
export const invitations = sqliteTable('invitations', {
  id: text().primaryKey(),
  email: text(),
  note: text(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  revokedAt: integer('revoked_at'),
  usedAt: integer('used_at'),
  userId: text('user_id'),
})
