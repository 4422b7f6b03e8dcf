import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { openedAt } from '../lib/unusable-file.ts'
import { fileAdvice, restore, type Snapshot } from './snapshot.ts'
import { createStore, type Store } from './store.ts'

/**
 * Looks into the file of a test processor that may be at work: what it writes is seen at once, nothing is written here.
 * Throws UnusableFileError.
 */
export function lookInto(path: string | undefined): Snapshot {
  if (path === undefined || !existsSync(path))
    return { store: createStore(() => {}), flush() {}, async flushed() {}, close() {} }
  const db = openedAt(path, fileAdvice, () => openFile(path))
  const version = db.query<{ data_version: number }, []>('PRAGMA data_version')
  let seen: number | undefined
  let books = createStore(() => {})
  const current = (): Store => {
    const now = version.get()?.data_version
    if (now === seen) return books
    seen = now
    books = createStore(() => {})
    restore(books, db)
    return books
  }
  const store: Store = { book: (owner) => current().book(owner), owners: () => current().owners() }
  return { store, flush() {}, async flushed() {}, close: () => db.close() }
}

function openFile(path: string): Database {
  const db = new Database(path, { readonly: true, strict: true })
  db.run('PRAGMA busy_timeout = 5000')
  // What is no database shows itself only when it is read.
  db.run('SELECT 1 FROM things LIMIT 1')
  return db
}
