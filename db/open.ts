import { Database } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { isBusy } from './is-busy.ts'
import { keepStatements } from './statement-cache.ts'

/** After so many pages in its log SQLite writes them back to the database. */
export const usualCheckpointPages = 4_000

const patienceMs = 5_000
const lookAgainMs = 10

/** The database as verbs use it: drizzle for queries, the raw handle for prepared SQL. */
export type Db = BunSQLiteDatabase & { $client: Database }

/**
 * Opens (or creates) the SQLite file: busy timeout first, then WAL, foreign keys, synchronous
 * NORMAL.
 */
export function openDb(path: string): Db {
  const client = new Database(path, { create: true, strict: true })
  client.run(`PRAGMA busy_timeout = ${patienceMs}`)
  useWriteAheadLog(client)
  client.run('PRAGMA foreign_keys = ON')
  client.run('PRAGMA synchronous = NORMAL')
  client.run('PRAGMA cache_size = -16000')
  // A checkpoint waits for the disk. Fewer of them write less, as pages that changed several times
  // are written once.
  client.run(`PRAGMA wal_autocheckpoint = ${usualCheckpointPages}`)
  keepStatements(client)
  return drizzle(client)
}

/**
 * Waits by itself: where two processes open a new file together SQLite fears a deadlock and ignores
 * its busy_timeout.
 */
function useWriteAheadLog(client: Database): void {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    try {
      client.run('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (waitedMs >= patienceMs || !isBusy(error)) throw error
      Bun.sleepSync(lookAgainMs)
    }
  }
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

/** Does something with a database that was just opened, and closes it where that throws. */
export function orClosing<T>(db: Db, open: () => T): T {
  try {
    return open()
  } catch (error) {
    closeDb(db)
    throw error
  }
}
