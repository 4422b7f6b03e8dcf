import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The entries of the transparency log, from position 0. */
export const logEntries = sqliteTable('log_entries', {
  position: integer().primaryKey(),
  entry: blob({ mode: 'buffer' }).notNull(),
})

/** The hash of each complete subtree of the log: 2^level entries from `position` · 2^level. */
export const logNodes = sqliteTable(
  'log_nodes',
  {
    level: integer().notNull(),
    position: integer().notNull(),
    hash: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.position] })],
)

/** The origins under which the log was signed, the present one last. */
export const logOrigins = sqliteTable('log_origins', {
  number: integer().primaryKey(),
  origin: text().notNull(),
  publicKey: text('public_key').notNull(),
  startedAt: integer('started_at').notNull(),
})

/** The signed checkpoints of the log. */
export const logCheckpoints = sqliteTable(
  'log_checkpoints',
  {
    number: integer().notNull(),
    size: integer().notNull(),
    root: blob({ mode: 'buffer' }).notNull(),
    note: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.number, table.size] })],
)

/** The timestamps of checkpoints by OpenTimestamps calendars. */
export const logTimestamps = sqliteTable(
  'log_timestamps',
  {
    number: integer().notNull(),
    size: integer().notNull(),
    calendar: text().notNull(),
    /**
     * From the SHA-256 of the checkpoint's text to an attestation: the calendar's, and later
     * Bitcoin's.
     */
    path: blob({ mode: 'buffer' }).notNull(),
    askedAt: integer('asked_at').notNull(),
    confirmedAt: integer('confirmed_at'),
    blockHeight: integer('block_height'),
  },
  (table) => [primaryKey({ columns: [table.number, table.size, table.calendar] })],
)
