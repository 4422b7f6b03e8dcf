import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The events of a release, each naming the hash of the one before. Never changed. */
export const releaseEvents = sqliteTable(
  'release_events',
  {
    releaseId: text('release_id').notNull(),
    sequence: integer().notNull(),
    event: text().notNull(),
    eventHash: text('event_hash').notNull(),
    logPosition: integer('log_position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.sequence] })],
)
