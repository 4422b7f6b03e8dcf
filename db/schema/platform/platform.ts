import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Values of the instance that are made once, which no setting replaces, and what is noted at each start. They are in every
 * backup of the database.
 */
export const keptValues = sqliteTable('kept_values', {
  name: text().primaryKey(),
  value: text().notNull(),
})
