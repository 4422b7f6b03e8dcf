import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { createBatch } from '../lib/batch.ts'
import { openedAt } from '../lib/unusable-file.ts'
import { type AccountStores, createStores, isObjectType } from './store.ts'

/** The stores of all accounts, and the file that keeps them across restarts. */
export type StateFile = {
  stores: AccountStores
  /** Writes what changed since the last flush, in one transaction. */
  flush(): void
  /** Flushes batch with all requests that wait for it at the moment. Awaited before each response is sent. */
  flushed(): Promise<void>
  close(): void
}

type Row = { seq: number; owner: string; type: string; id: string; json: string }
type Change = { owner: string; type: string; id: string; row: object | undefined }

const keyOf = ({ owner, type, id }: Omit<Change, 'row'>) => `${owner}/${type}/${id}`

/** Advice for a file that the test processor cannot use. */
export const fileAdvice = 'Remove it, and with it every test payment, or make it one that this user may write to.'

const inMemory = (): StateFile => ({ stores: createStores(() => {}), flush() {}, async flushed() {}, close() {} })

/**
 * Opens the file and restores what it holds; without a path, everything is kept in memory. Throws UnusableFileError.
 */
export function openStateFile(path: string | undefined): StateFile {
  if (path === undefined) return inMemory()
  const db = openedAt(path, fileAdvice, () => openDatabase(path))
  const changes = new Map<string, Change>()
  const stores = createStores((owner, type, id, row) => {
    const change = { owner, type, id, row }
    changes.set(keyOf(change), change)
  })
  // Each row's number is kept in memory, so the table needs no index and new rows are always appended.
  const seqs = new Map<string, number>()
  let lastSeq = 0
  restore(stores, db, (row) => {
    seqs.set(keyOf(row), row.seq)
    lastSeq = row.seq
  })
  const upsert = db.query<null, [number, string, string, string, string]>(
    `INSERT INTO objects (seq, owner, type, id, json) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (seq) DO UPDATE SET json = excluded.json`,
  )
  const remove = db.query<null, [number]>('DELETE FROM objects WHERE seq = ?')
  const writeAll = db.transaction(() => {
    for (const [key, { owner, type, id, row }] of changes) {
      const known = seqs.get(key)
      if (row) {
        const seq = known ?? ++lastSeq
        seqs.set(key, seq)
        upsert.run(seq, owner, type, id, JSON.stringify(row))
      } else if (known !== undefined) {
        remove.run(known)
      }
    }
  })
  const flush = () => {
    if (changes.size === 0) return
    writeAll.immediate()
    for (const [key, { row }] of changes) if (!row) seqs.delete(key)
    changes.clear()
  }
  const batch = createBatch<void>(flush)
  return {
    stores,
    flush,
    flushed: () => (changes.size === 0 ? Promise.resolve() : batch()),
    close() {
      flush()
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
 * Opens the file of a test processor that may be running, and reads it again whenever that processor has written.
 * Nothing is written here. Throws UnusableFileError.
 */
export function openStateFileReadOnly(path: string | undefined): StateFile {
  if (path === undefined || !existsSync(path)) return inMemory()
  const db = openedAt(path, fileAdvice, () => openDatabaseReadOnly(path))
  const version = db.query<{ data_version: number }, []>('PRAGMA data_version')
  let readVersion: number | undefined
  let latest = createStores(() => {})
  const current = (): AccountStores => {
    const now = version.get()?.data_version
    if (now === readVersion) return latest
    readVersion = now
    latest = createStores(() => {})
    restore(latest, db)
    return latest
  }
  const stores: AccountStores = { of: (account) => current().of(account), accounts: () => current().accounts() }
  return { stores, flush() {}, async flushed() {}, close: () => db.close() }
}

function restore(stores: AccountStores, db: Database, onRow: (row: Row) => void = () => {}): void {
  for (const row of db.query<Row, []>('SELECT seq, owner, type, id, json FROM objects ORDER BY seq').iterate()) {
    const store = stores.of(row.owner)
    if (isObjectType(row.type, store)) store[row.type].restore(JSON.parse(row.json))
    onRow(row)
  }
}

function openDatabase(path: string): Database {
  const db = new Database(path, { create: true, strict: true })
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = NORMAL')
  // Pages are hardly ever rewritten, so a rarer checkpoint saves no work and makes its pause longer.
  db.run('PRAGMA wal_autocheckpoint = 1000')
  db.run(`CREATE TABLE IF NOT EXISTS objects (seq INTEGER PRIMARY KEY, owner TEXT NOT NULL, type TEXT NOT NULL,
    id TEXT NOT NULL, json TEXT NOT NULL) STRICT`)
  return db
}

function openDatabaseReadOnly(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true })
  db.run('PRAGMA busy_timeout = 5000')
  // SQLite reports that a file is no database only when it is first read.
  db.run('SELECT 1 FROM objects LIMIT 1')
  return db
}
