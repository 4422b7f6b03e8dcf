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

/** Cosignatures of checkpoints by witnesses, as lines of a signed note (C2SP tlog-cosignature). */
export const logCosignatures = sqliteTable(
  'log_cosignatures',
  {
    size: integer().notNull(),
    number: integer().notNull(),
    verifierKey: text('verifier_key').notNull(),
    line: text().notNull(),
    cosignedAt: integer('cosigned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.size, table.number, table.verifierKey] })],
)

/** The witnesses that were asked to cosign the log, and why the last time failed, if it did. */
export const logWitnesses = sqliteTable('log_witnesses', {
  verifierKey: text('verifier_key').primaryKey(),
  url: text().notNull(),
  /** The size of the largest tree that it has cosigned, as far as is known here. */
  treeSize: integer('tree_size').notNull(),
  problem: text({ enum: ['AWAY', 'REFUSED', 'UNSIGNED', 'OTHER_LOG'] }),
  problemSince: integer('problem_since'),
})
