import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Values of the instance that are created once and that no setting replaces, and values stored at
 * each start. They are in every backup of the database.
 */
export const keptValues = sqliteTable('kept_values', {
  name: text().primaryKey(),
  value: text().notNull(),
})
