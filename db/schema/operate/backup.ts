import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The backups that the service made by itself, and its trials of restoring one. */
export const backupRuns = sqliteTable('backup_runs', {
  id: text().primaryKey(),
  isTrial: integer('is_trial', { mode: 'boolean' }).notNull(),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at').notNull(),
  /** The name of the backup; null where there is none. */
  name: text(),
  /** Why it is not good; null for a good one. */
  problem: text(),
  files: integer().notNull(),
  bytes: integer().notNull(),
  newBytes: integer('new_bytes').notNull(),
})
