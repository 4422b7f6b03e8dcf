import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Unfinished resumable uploads, with the bytes reserved for each. */
export const uploads = sqliteTable('uploads', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  bytes: integer().notNull(),
  createdAt: integer('created_at').notNull(),
})
