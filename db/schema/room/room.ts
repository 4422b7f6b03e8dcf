import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The live room of a casset: the id of its last event and its settings. */
export const rooms = sqliteTable('rooms', {
  number: integer().primaryKey(),
  cassetId: text('casset_id').notNull(),
  /** The start of the program in which the last event got its id. */
  epoch: integer().notNull().default(0),
  lastEvent: integer('last_event').notNull().default(0),
  open: integer({ mode: 'boolean' }).notNull().default(true),
  slowModeSec: integer('slow_mode_sec').notNull().default(0),
  followersOnly: integer('followers_only', { mode: 'boolean' }).notNull().default(false),
  words: text({ mode: 'json' }).$type<readonly string[]>().notNull().default([]),
})

/**
 * The last events of each room, by ids that rise by one within a room. A comment's JSON is made
 * from its row.
 */
export const roomEvents = sqliteTable('room_events', {
  id: integer().primaryKey(),
  type: text({ enum: ['comment', 'activity', 'tip', 'remove'] }).notNull(),
  commentId: text('comment_id'),
  json: text(),
  createdAt: integer('created_at').notNull(),
})
