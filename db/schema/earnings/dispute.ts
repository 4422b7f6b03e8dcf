import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Files that were uploaded to the processor as evidence. */
export const disputeFiles = sqliteTable('dispute_files', {
  id: text().primaryKey(),
  processorId: text('processor_id').notNull(),
  disputeId: text('dispute_id').notNull(),
  name: text().notNull(),
  bytes: integer().notNull(),
  createdAt: integer('created_at').notNull(),
})
