import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What is known of a zip with somebody's own data. */
export const exportStates = ['MAKING', 'READY', 'FAILED'] as const

/** Zips with somebody's own data that were asked for; one at a time is being made for an account. */
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
