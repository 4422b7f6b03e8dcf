import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
