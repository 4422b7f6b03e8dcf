import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Hashes of the handles of deleted accounts. */
export const retiredHandles = sqliteTable('retired_handles', {
  handleHash: text('handle_hash').primaryKey(),
  retiredAt: integer('retired_at').notNull(),
})
