import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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

/** Comments of listeners, on a casset or on a track's hook. A removed comment has lost its text. */
export const comments = sqliteTable('comments', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  authorId: text('author_id').notNull(),
  hookId: text('hook_id'),
  atSec: real('at_sec'),
  text: text().notNull(),
  emojiIds: text('emoji_ids', { mode: 'json' }).$type<readonly string[]>().notNull().default([]),
  eventId: integer('event_id').notNull(),
  createdAt: integer('created_at').notNull(),
  removedAt: integer('removed_at'),
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

/** People whom the artist has muted, banned or made a moderator. */
export const roomMembers = sqliteTable(
  'room_members',
  {
    cassetId: text('casset_id').notNull(),
    userId: text('user_id').notNull(),
    muted: integer({ mode: 'boolean' }).notNull().default(false),
    banned: integer({ mode: 'boolean' }).notNull().default(false),
    moderator: integer({ mode: 'boolean' }).notNull().default(false),
    /** When muting and banning end. */
    until: integer(),
    reason: text(),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.userId] })],
)

/** Reported comments, once a person. */
export const commentReports = sqliteTable('comment_reports', {
  id: text().primaryKey(),
  commentId: text('comment_id').notNull(),
  cassetId: text('casset_id').notNull(),
  reporterId: text('reporter_id').notNull(),
  reason: text().notNull(),
  action: text({ enum: ['DISMISSED', 'DELETED', 'MUTED', 'BANNED'] }),
  resolvedBy: text('resolved_by'),
  resolvedAt: integer('resolved_at'),
  createdAt: integer('created_at').notNull(),
})
