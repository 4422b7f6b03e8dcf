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

export const deskDone = sqliteTable('desk_done', {
  id: text().primaryKey(),
  act: text().notNull(),
  /** The account that did it. */
  actorId: text('actor_id').notNull(),
  /** The account that it was about; null for none, and once that was deleted. */
  userId: text('user_id'),
  thingId: text('thing_id'),
  reason: text(),
  at: integer().notNull(),
})
