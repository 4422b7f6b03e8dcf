import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What OpenTimestamps calendars say of checkpoints. */
export const logTimestamps = sqliteTable(
  'log_timestamps',
  {
    number: integer().notNull(),
    size: integer().notNull(),
    calendar: text().notNull(),
    /** From the SHA-256 of the checkpoint's text to an attestation: the calendar's, and later Bitcoin's. */
    path: blob({ mode: 'buffer' }).notNull(),
    askedAt: integer('asked_at').notNull(),
    confirmedAt: integer('confirmed_at'),
    blockHeight: integer('block_height'),
  },
  (table) => [primaryKey({ columns: [table.number, table.size, table.calendar] })],
)
