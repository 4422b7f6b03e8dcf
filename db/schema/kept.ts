import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Values of the instance that are made once: they are in every backup of the database, and no setting replaces them. */
export const keptValues = sqliteTable('kept_values', {
  name: text().primaryKey(),
  value: text().notNull(),
})
