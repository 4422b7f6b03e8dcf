import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const exportStates = ['MAKING', 'READY', 'FAILED'] as const

/** Requested zips with somebody's own data; an account has at most one in progress. */
export const accountExports = sqliteTable('account_exports', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  state: text({ enum: exportStates }).notNull(),
  /** Why it could not be made, as shown to its owner. */
  problem: text(),
  bytes: integer(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})
