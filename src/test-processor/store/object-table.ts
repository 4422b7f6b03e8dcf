import type { Database } from 'bun:sqlite'
import { diskFaultOf } from '../../lib/file/disk-fault.ts'
import { parseJson } from '../../lib/json/json.ts'

export type ObjectKey = { owner: string; type: string; id: string }

/** Names the rows of a list: those that were put with that link. */
export type ObjectList = {
  owner: string
  type: string
  link: string
  order: 'newest' | 'oldest'
  beyond: string | undefined
}

/** The objects of all accounts in one table, with links by which lists of them are found. */
export type ObjectTable = {
  readonly isReadOnly: boolean
  get(key: ObjectKey): unknown
  /** Returns an object if it was read or written lately, without asking the database. */
  peek(key: ObjectKey): unknown
  /** Inserts or replaces an object, and adds it to the lists of these links. */
  put(key: ObjectKey, row: object, links: readonly string[]): void
  delete(key: ObjectKey, links: readonly string[]): void
  list(list: ObjectList): Iterable<unknown>
  /** Deletes the oldest objects of a type beyond that many. */
  trim(owner: string, type: string, most: number): void
  ownerOf(type: string, id: string): string | undefined
  /** Tells whether there is something to commit. */
  hasChanges(): boolean
  /** Commits what changed since the last commit, in one transaction. */
  commit(): void
  /** Commits for the last time. Changes that a full disk refuses are lost, as after a kill. */
  end(): void
}

type Change = ObjectKey & { row: object | undefined; links: Set<string>; isWritten: boolean }
type ObjectRow = { seq: number; id: string; json: string }

const maxCached = 20_000
const firstRead = 20
const furtherRead = 500

const nameOf = ({ owner, type, id }: ObjectKey) => `${owner}/${type}/${id}`
const linkName = (owner: string, type: string, link: string) => `${owner}/${type}/${link}`

/** Returns the table of a database that holds `schema`. */
export function createObjectTable(db: Database, isReadOnly: boolean): ObjectTable {
  const changes = new Map<string, Change>()
  const cache = new Map<string, { row: object; seq: number | undefined }>()
  const { read, upsert, update, addLink, remove, removeLink, newer, older, count, owner: ownerRow } = prepare(db)
  const [begin, commit] = [db.query('BEGIN IMMEDIATE'), db.query('COMMIT')]
  let isOpen = false

  /** Writes the changes without committing them, so that queries see them. */
  function write(): void {
    if (isReadOnly || changes.size === 0) return
    try {
      if (!isOpen) begin.run()
      isOpen = true
      for (const change of changes.values()) if (!change.isWritten) writeOne(change)
    } catch (error) {
      undo()
      throw error
    }
  }

  function writeOne(change: Change): void {
    const { owner, type, id, row, links } = change
    const known = cache.get(nameOf(change))
    const seq = row ? writeRow(change, row, known?.seq) : read.get(id, type, owner)?.seq
    if (row && known) known.seq = seq
    if (!row && seq !== undefined) remove.run(seq)
    change.isWritten = true
    if (seq === undefined) return
    const setLink = row ? addLink : removeLink
    for (const link of links) setLink.run(linkName(owner, type, link), seq)
  }

  function writeRow({ owner, type, id }: ObjectKey, row: object, seq: number | undefined): number | undefined {
    const json = JSON.stringify(row)
    if (seq === undefined) return upsert.get(owner, type, id, json)?.seq
    update.run(json, seq)
    return seq
  }

  // Objects that could not be written are kept and written with the next commit.
  function undo(): void {
    if (db.inTransaction) db.run('ROLLBACK')
    isOpen = false
    for (const [name, change] of changes) {
      change.isWritten = false
      cache.delete(name)
    }
  }

  function commitAll(): void {
    if (isReadOnly || changes.size === 0) return
    write()
    try {
      commit.run()
    } catch (error) {
      undo()
      throw error
    }
    isOpen = false
    changes.clear()
  }

  function remember(name: string, row: object, seq = cache.get(name)?.seq): void {
    const [oldest] = cache.size >= maxCached ? cache.keys() : []
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(name, { row, seq })
  }

  function change(key: ObjectKey, row: object | undefined, links: readonly string[]): void {
    if (isReadOnly) return
    const name = nameOf(key)
    const before = row ? (changes.get(name)?.links ?? []) : []
    changes.set(name, { ...key, row, links: new Set([...before, ...links]), isWritten: false })
    if (row) remember(name, row)
    else cache.delete(name)
  }

  const peek = (key: ObjectKey): object | undefined => {
    const changed = changes.get(nameOf(key))
    return changed ? changed.row : cache.get(nameOf(key))?.row
  }

  return {
    isReadOnly,
    peek,
    get(key) {
      const known = peek(key)
      if (known || changes.has(nameOf(key))) return known
      const found = read.get(key.id, key.type, key.owner)
      const row: unknown = found ? parseJson(found.json) : undefined
      if (!isReadOnly && typeof row === 'object' && row !== null) remember(nameOf(key), row, found?.seq)
      return row
    },
    put: change,
    delete: (key, links) => change(key, undefined, links),
    *list({ owner, type, link, order, beyond }) {
      write()
      const start = order === 'newest' ? Number.MAX_SAFE_INTEGER : 0
      let from = beyond === undefined ? start : (read.get(beyond, type, owner)?.seq ?? start)
      for (let limit = firstRead; ; limit = furtherRead) {
        const found = (order === 'newest' ? older : newer).all(linkName(owner, type, link), from, limit)
        for (const { json } of found) yield parseJson(json)
        if (found.length < limit) return
        from = found.at(-1)?.seq ?? from
      }
    },
    trim(owner, type, most) {
      write()
      const link = linkName(owner, type, '')
      const extra = (count.get(link)?.count ?? 0) - most
      for (const { id } of extra > 0 ? newer.all(link, 0, extra) : []) change({ owner, type, id }, undefined, [''])
    },
    ownerOf(type, id) {
      write()
      return ownerRow.get(id, type)?.owner
    },
    hasChanges: () => changes.size > 0,
    commit: commitAll,
    end() {
      try {
        commitAll()
      } catch (error) {
        if (!diskFaultOf(error)) throw error
      }
    },
  }
}

/** Lists are read by link, in the order of insertion; an object is read by its id. */
export function createTables(db: Database): void {
  db.run(`CREATE TABLE IF NOT EXISTS objects (seq INTEGER PRIMARY KEY, owner TEXT NOT NULL, type TEXT NOT NULL,
    id TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (id, type, owner)) STRICT`)
  db.run(`CREATE TABLE IF NOT EXISTS links (link TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (link, seq))
    STRICT, WITHOUT ROWID`)
}

// Raw: the file is the test processor's own, and no table of it is in db/schema.
function prepare(db: Database) {
  const listed = 'SELECT seq, id, json FROM links JOIN objects USING (seq) WHERE link = ?'
  return {
    read: db.query<ObjectRow, [string, string, string]>(
      'SELECT seq, id, json FROM objects WHERE id = ? AND type = ? AND owner = ?',
    ),
    upsert: db.query<{ seq: number }, [string, string, string, string]>(
      `INSERT INTO objects (owner, type, id, json) VALUES (?, ?, ?, ?)
       ON CONFLICT (id, type, owner) DO UPDATE SET json = excluded.json RETURNING seq`,
    ),
    update: db.query<null, [string, number]>('UPDATE objects SET json = ? WHERE seq = ?'),
    addLink: db.query<null, [string, number]>('INSERT OR IGNORE INTO links (link, seq) VALUES (?, ?)'),
    remove: db.query<null, [number]>('DELETE FROM objects WHERE seq = ?'),
    removeLink: db.query<null, [string, number]>('DELETE FROM links WHERE link = ? AND seq = ?'),
    newer: db.query<ObjectRow, [string, number, number]>(`${listed} AND seq > ? ORDER BY seq LIMIT ?`),
    older: db.query<ObjectRow, [string, number, number]>(`${listed} AND seq < ? ORDER BY seq DESC LIMIT ?`),
    count: db.query<{ count: number }, [string]>('SELECT count(*) AS count FROM links WHERE link = ?'),
    owner: db.query<{ owner: string }, [string, string]>('SELECT owner FROM objects WHERE id = ? AND type = ?'),
  }
}
