import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The newest head that this instance has cosigned, as a witness, of each log of others. */
export const cosignedLogs = sqliteTable('cosigned_logs', {
  origin: text().primaryKey(),
  size: integer().notNull(),
  root: blob({ mode: 'buffer' }).notNull(),
  /** The checkpoint as the log signed it, and our cosignature. */
  note: text().notNull(),
  line: text().notNull(),
  /** Rises by one with each cosignature of any log. */
  serial: integer().notNull(),
  cosignedAt: integer('cosigned_at').notNull(),
  /** When a head was refused that does not continue this one; null once one continued it again. */
  refusedAt: integer('refused_at'),
  /** A head of the same size with other entries, signed by the log too: the proof of a fork. */
  forkNote: text('fork_note'),
})
