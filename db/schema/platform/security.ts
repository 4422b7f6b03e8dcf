import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Security events of an account that its owner should know of. Addresses are shortened; old rows
 * are swept.
 */
export const activities = sqliteTable('activities', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  what: text().notNull(),
  /** How often it happened within the hour, for events with one row per hour. */
  times: integer().notNull().default(1),
  address: text().notNull(),
  userAgent: text('user_agent').notNull(),
  at: integer().notNull(),
})
