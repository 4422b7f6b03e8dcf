import { Database } from 'bun:sqlite'
import { createTogether } from '../lib/together.ts'
import { openedAt } from '../lib/unusable-file.ts'
import { createStore, isKind, type Store } from './store.ts'

/** The books together with their file. */
export type Snapshot = {
  store: Store
  /** Writes what changed since the last time, in one transaction. */
  flush(): void
  /** The same, together with whoever else wants it now. Awaited before each answer leaves. */
  flushed(): Promise<void>
  close(): void
}

type Row = { seq: number; owner: string; kind: string; id: string; json: string }
type Change = { owner: string; kind: string; id: string; row: object | undefined }

const keyOf = ({ owner, kind, id }: Omit<Change, 'row'>) => `${owner}/${kind}/${id}`

/** What can be done about a file that no test processor can work with. */
export const fileAdvice = 'Remove it, and with it every test payment, or make it one that this user may write to.'

/** Opens the file (or keeps everything in memory alone when there is none) and takes back what it holds. Throws UnusableFileError. */
export function openSnapshot(path: string | undefined): Snapshot {
  if (path === undefined) return { store: createStore(() => {}), flush() {}, async flushed() {}, close() {} }
  const db = openedAt(path, fileAdvice, () => openFile(path))
  const changes = new Map<string, Change>()
  const store = createStore((owner, kind, id, row) => {
    const change = { owner, kind, id, row }
    changes.set(keyOf(change), change)
  })
  // The number of each row, known here so that the file needs no index: new rows are only ever written at its end.
  const seqs = new Map<string, number>()
  let lastSeq = 0
  restore(store, db, (row) => {
    seqs.set(keyOf(row), row.seq)
    lastSeq = row.seq
  })
  const write = db.query<null, [number, string, string, string, string]>(
    `INSERT INTO things (seq, owner, kind, id, json) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (seq) DO UPDATE SET json = excluded.json`,
  )
  const erase = db.query<null, [number]>('DELETE FROM things WHERE seq = ?')
  const writeAll = db.transaction(() => {
    for (const [key, { owner, kind, id, row }] of changes) {
      const known = seqs.get(key)
      if (row) {
        const seq = known ?? ++lastSeq
        seqs.set(key, seq)
        write.run(seq, owner, kind, id, JSON.stringify(row))
      } else if (known !== undefined) {
        erase.run(known)
      }
    }
  })
  const flush = () => {
    if (changes.size === 0) return
    writeAll.immediate()
    for (const [key, { row }] of changes) if (!row) seqs.delete(key)
    changes.clear()
  }
  const together = createTogether<void>(flush)
  return {
    store,
    flush,
    flushed: () => (changes.size === 0 ? Promise.resolve() : together()),
    close() {
      flush()
      try {
        db.run('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // On a full disk everything stays in the log, which the next start reads.
      }
      db.close()
    },
  }
}

/** Puts what a file holds into empty books, and tells of each row. */
export function restore(store: Store, db: Database, seen: (row: Row) => void = () => {}): void {
  for (const row of db.query<Row, []>('SELECT seq, owner, kind, id, json FROM things ORDER BY seq').iterate()) {
    const book = store.book(row.owner)
    if (isKind(row.kind, book)) book[row.kind].restore(JSON.parse(row.json))
    seen(row)
  }
}

function openFile(path: string): Database {
  const db = new Database(path, { create: true, strict: true })
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA synchronous = NORMAL')
  // Hardly a page changes again, so that waiting longer saves nothing and only makes the pause longer.
  db.run('PRAGMA wal_autocheckpoint = 1000')
  db.run(`CREATE TABLE IF NOT EXISTS things (seq INTEGER PRIMARY KEY, owner TEXT NOT NULL, kind TEXT NOT NULL,
    id TEXT NOT NULL, json TEXT NOT NULL) STRICT`)
  return db
}
