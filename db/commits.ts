import { AsyncLocalStorage } from 'node:async_hooks'
import { open } from 'node:fs/promises'
import type { Db } from './open.ts'

/**
 * Runs `write` in a transaction. Returns a promise of its result, which resolves after the commit.
 */
export type Write = <T>(write: () => T) => Promise<T>

/**
 * The two ways to write several things at once: `durably` when a peer outside relies on our answer
 * and will not send it again (a webhook, an upload), `jointly` for everything else.
 */
export type Commits = {
  /** Resolves after the commit: a killed process does not lose it; a power failure may. */
  readonly jointly: Write
  /** Resolves once it is on the disk: a power failure does not lose it either. */
  readonly durably: Write
}

/**
 * Runs `write` in a transaction of its own at once, for a verb that returns without waiting: as
 * safe as `jointly`. Takes the write lock before it reads, so that no other process changes what it
 * has read. Inside another transaction it is part of that one, and undoes only its own writes when
 * it throws.
 */
export const inTransaction = <T>(db: Db, write: () => T): T => db.transaction(() => write(), { behavior: 'immediate' })

/** `write` returns a function that resolves its promise, to be called once the data is safe. */
type Waiting = { write: () => () => void; reject: (error: unknown) => void; isDurable: boolean }

type Committed = Omit<Waiting, 'write'> & { resolve: () => void }

/**
 * Returns the two ways to write (group commit): everything that is asked for within one turn of the
 * event loop is one transaction, so the pages that sales have in common are written once, and the
 * disk is waited for once. When one write throws, each is run again in a transaction of its own and
 * only the failing ones are rejected, so a write must do nothing but write. A savepoint around each
 * would cost as much as the write itself.
 *
 * With synchronous NORMAL the system decides when the disk is written. A durable write waits for
 * `sync` outside the event loop: a memory card takes tenths of a second, in which everybody else is
 * served. `failed` is called with each error of the disk.
 */
export function createCommits(
  db: Db,
  sync: (db: Db) => Promise<void> = syncLog,
  failed: (error: unknown) => void = () => {},
): Commits {
  let waiting: Waiting[] = []
  let unsynced: Committed[] = []
  let isSyncing = false

  function writeAll(): void {
    const all = waiting
    waiting = []
    const committed = (all.length > 1 ? writeTogether(all) : undefined) ?? all.flatMap(writeAlone)
    for (const one of committed) {
      if (one.isDurable) unsynced.push(one)
      else one.resolve()
    }
    if (unsynced.length > 0 && !isSyncing) void syncAll()
  }

  /** Runs one sync at a time; writes committed meanwhile share the next one. */
  async function syncAll(): Promise<void> {
    isSyncing = true
    while (unsynced.length > 0) {
      const all = unsynced
      unsynced = []
      try {
        await sync(db)
        for (const { resolve } of all) resolve()
      } catch (error) {
        for (const { reject } of all) reject(error)
        failed(error)
      }
    }
    isSyncing = false
  }

  function writeTogether(all: readonly Waiting[]): Committed[] | undefined {
    try {
      return inTransaction(db, () => all.map(({ write, ...one }) => ({ ...one, resolve: write() })))
    } catch {
      return undefined
    }
  }

  function writeAlone({ write, ...one }: Waiting): Committed[] {
    try {
      return [{ ...one, resolve: inTransaction(db, write) }]
    } catch (error) {
      one.reject(error)
      return []
    }
  }

  const commit =
    (isDurable: boolean): Write =>
    <T>(write: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(writeAll)
        // Each write keeps the context of its own request, not of the first of this batch.
        const writeThenTell = AsyncLocalStorage.bind(() => {
          const result = write()
          return () => resolve(result)
        })
        waiting.push({ write: writeThenTell, reject, isDurable })
      })

  return { jointly: commit(false), durably: commit(true) }
}

/**
 * Waits until everything committed is on the disk. It is in the log; pages written back from there
 * are on the disk already, for SQLite waits for that itself. Unlike the database, its log may be
 * opened and closed while SQLite has it open: closing it releases no lock.
 */
export async function syncLog({ $client: { filename } }: Db): Promise<void> {
  // Opened for writing: outside Linux a read-only file cannot be synced.
  const log = await open(`${filename}-wal`, 'r+')
  try {
    await log.datasync()
  } finally {
    await log.close()
  }
}
