import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Resumable uploads that are not whole yet, with the bytes that each may come to have. */
export const uploads = sqliteTable('uploads', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  bytes: integer().notNull(),
  createdAt: integer('created_at').notNull(),
})
