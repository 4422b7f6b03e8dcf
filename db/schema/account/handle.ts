import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Handles under which somebody published before they took another one. */
export const formerHandles = sqliteTable('former_handles', {
  handle: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  leftAt: integer('left_at').notNull(),
})

/** Hashes of the handles of deleted accounts. */
export const retiredHandles = sqliteTable('retired_handles', {
  handleHash: text('handle_hash').primaryKey(),
  retiredAt: integer('retired_at').notNull(),
})
