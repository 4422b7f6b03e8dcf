import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
