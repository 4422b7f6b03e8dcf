import { Database } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { keepStatements } from './statement-cache.ts'

/** The database as verbs use it: drizzle for queries, the raw handle for prepared SQL. */
export type Db = BunSQLiteDatabase & { $client: Database }

/** Opens (or creates) the SQLite file: busy timeout first, then WAL, foreign keys, synchronous NORMAL. */
export function openDb(path: string): Db {
  const client = new Database(path, { create: true, strict: true })
  client.run('PRAGMA busy_timeout = 5000')
  client.run('PRAGMA journal_mode = WAL')
  client.run('PRAGMA foreign_keys = ON')
  client.run('PRAGMA synchronous = NORMAL')
  client.run('PRAGMA cache_size = -16000')
  // A checkpoint waits for the disk. Fewer of them write less, as pages that changed several times are written once.
  client.run('PRAGMA wal_autocheckpoint = 4000')
  keepStatements(client)
  return drizzle(client)
}

/** Checkpoints the log into the main file and closes it. */
export function closeDb(db: Db): void {
  try {
    db.$client.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // On a full disk everything stays in the log, which the next start reads.
  }
  db.$client.close()
}
