import { Database } from 'bun:sqlite'
import { createStore, isKind, type Store } from './store.ts'

/** The books together with their file. */
export type Snapshot = {
  store: Store
  /** Writes what changed since the last time, in one transaction. Called before each answer leaves. */
  flush(): void
  close(): void
}

type Row = { owner: string; kind: string; json: string }
type Change = { owner: string; kind: string; id: string; row: object | undefined }

/** Opens the file (or keeps everything in memory alone when there is none) and takes back what it holds. */
export function openSnapshot(path: string | undefined): Snapshot {
  if (path === undefined) return { store: createStore(() => {}), flush() {}, close() {} }
  const db = new Database(path, { create: true, strict: true })
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = NORMAL')
  db.run(`CREATE TABLE IF NOT EXISTS things (seq INTEGER PRIMARY KEY, owner TEXT NOT NULL, kind TEXT NOT NULL,
    id TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (owner, kind, id)) STRICT`)
  const changes = new Map<string, Change>()
  const store = createStore((owner, kind, id, row) => changes.set(`${owner}/${kind}/${id}`, { owner, kind, id, row }))
  restore(store, db)
  const write = db.query<null, [string, string, string, string]>(
    `INSERT INTO things (owner, kind, id, json) VALUES (?, ?, ?, ?)
     ON CONFLICT (owner, kind, id) DO UPDATE SET json = excluded.json`,
  )
  const erase = db.query<null, [string, string, string]>('DELETE FROM things WHERE owner = ? AND kind = ? AND id = ?')
  const writeAll = db.transaction(() => {
    for (const { owner, kind, id, row } of changes.values()) {
      if (row) write.run(owner, kind, id, JSON.stringify(row))
      else erase.run(owner, kind, id)
    }
  })
  const flush = () => {
    if (changes.size === 0) return
    writeAll.immediate()
    changes.clear()
  }
  return {
    store,
    flush,
    close() {
      flush()
      db.run('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}

/** Puts what a file holds into empty books. */
export function restore(store: Store, db: Database): void {
  const rows = db.query<Row, []>('SELECT owner, kind, json FROM things ORDER BY seq').iterate()
  for (const { owner, kind, json } of rows) {
    const book = store.book(owner)
    if (isKind(kind, book)) book[kind].restore(JSON.parse(json))
  }
}
