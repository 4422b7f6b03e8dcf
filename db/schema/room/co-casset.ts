import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const coMessages = sqliteTable('co_messages', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  artistId: text('artist_id').notNull(),
  text: text().notNull(),
  createdAt: integer('created_at').notNull(),
})
