import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { openedAt } from '../../lib/file/unusable-file.ts'
import { createBatch } from '../../lib/turn/batch.ts'
import { createObjectTable, createTables } from './object-table.ts'
import { type AccountStores, createStores } from './store.ts'

export type StateFile = {
  stores: AccountStores
  /** Writes what changed since the last flush, in one transaction. */
  flush(): void
  /** Flushes once for all requests that wait. Awaited before each response is sent. */
  flushed(): Promise<void>
  close(): void
}

export const fileAdvice = 'Remove it, and with it every test payment, or make it one that this user may write to.'

/**
 * Opens the file; without a path, everything is kept in memory. Only what is open is read, so that
 * a start takes no longer for a long past. Throws UnusableFileError.
 */
export function openStateFile(path: string | undefined): StateFile {
  const db = path === undefined ? openInMemory() : openedAt(path, fileAdvice, () => openDatabase(path))
  const table = createObjectTable(db, false)
  const batch = createBatch<void>(table.commit)
  return {
    stores: createStores(table),
    flush: table.commit,
    flushed: () => (table.hasChanges() ? batch() : Promise.resolve()),
    close() {
      table.end()
      try {
        db.run('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // On a full disk everything stays in the WAL, which the next start reads.
      }
      db.close()
    },
  }
}

/**
 * Opens the file of a test processor that may be running, and reads what that processor has written
 * by the time of each read. Nothing is written here. Throws UnusableFileError.
 */
export function openStateFileReadOnly(path: string | undefined): StateFile {
  const isThere = path !== undefined && existsSync(path)
  const db = isThere ? openedAt(path, fileAdvice, () => openDatabaseReadOnly(path)) : openInMemory()
  const stores = createStores(createObjectTable(db, true))
  return { stores, flush() {}, async flushed() {}, close: () => db.close() }
}

function openInMemory(): Database {
  const db = new Database(':memory:', { strict: true })
  createTables(db)
  return db
}

function openDatabase(path: string): Database {
  const db = new Database(path, { create: true, strict: true })
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = NORMAL')
  db.run('PRAGMA cache_size = -16000')
  db.run('PRAGMA wal_autocheckpoint = 4000')
  createTables(db)
  return db
}

function openDatabaseReadOnly(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true })
  db.run('PRAGMA busy_timeout = 5000')
  // SQLite reports that a file is no database only when it is first read. Raw: as object-table.ts.
  db.run('SELECT 1 FROM links LIMIT 1')
  return db
}
