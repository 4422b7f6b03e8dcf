import { open } from 'node:fs/promises'
import type { Db } from './open.ts'

/** Runs `write` in a transaction. Returns a promise of what it returns, which resolves after the commit. */
export type Write = <T>(write: () => T) => Promise<T>

/**
 * The two ways to write several things at once: `durably` when somebody outside relies on our answer and will not send
 * it again (a webhook, an upload), `jointly` for everything else.
 */
export type Commits = {
  /** Resolves after the commit: a killed process does not lose it; a power failure may. */
  readonly jointly: Write
  /** Resolves after the disk has it: a power failure does not lose it either. */
  readonly durably: Write
}

/**
 * Runs `write` in a transaction of its own at once, for a verb that returns without waiting: as safe as `jointly`. Takes
 * the write lock before it reads, so that no other process changes what it has read. Inside another transaction it is a
 * part of that one, and takes back only its own writes when it throws.
 */
export const inTransaction = <T>(db: Db, write: () => T): T => db.transaction(() => write(), { behavior: 'immediate' })

/** `write` answers how to tell that it stands. */
type Waiting = { write: () => () => void; reject: (error: unknown) => void; isDurable: boolean }

type Standing = Omit<Waiting, 'write'> & { tell: () => void }

/**
 * Makes the ways to write what comes within one turn of the event loop in one transaction: the pages that sales have in
 * common are then written once, and the disk is waited for once. When one of them throws, each is done over in a
 * transaction of its own and fails alone, so a write must do nothing but write; a savepoint around each would cost as
 * much as the write.
 *
 * The database leaves it to the system when the disk is written. Who must know waits for `sync` beside the event loop:
 * a memory card takes its tenths of a second, in which everybody else is served.
 */
export function createCommits(db: Db, sync: (db: Db) => Promise<void> = syncLog): Commits {
  let waiting: Waiting[] = []
  let unsynced: Standing[] = []
  let isSyncing = false

  function writeAll(): void {
    const all = waiting
    waiting = []
    const standing = (all.length > 1 ? tryTogether(all) : undefined) ?? all.flatMap(writeAlone)
    for (const one of standing) {
      if (one.isDurable) unsynced.push(one)
      else one.tell()
    }
    if (unsynced.length > 0 && !isSyncing) void syncAll()
  }

  /** One wait at a time: who comes meanwhile shares the next. */
  async function syncAll(): Promise<void> {
    isSyncing = true
    while (unsynced.length > 0) {
      const all = unsynced
      unsynced = []
      try {
        await sync(db)
        for (const { tell } of all) tell()
      } catch (error) {
        for (const { reject } of all) reject(error)
      }
    }
    isSyncing = false
  }

  function tryTogether(all: readonly Waiting[]): Standing[] | undefined {
    try {
      return inTransaction(db, () => all.map(({ write, ...one }) => ({ ...one, tell: write() })))
    } catch {
      return undefined
    }
  }

  function writeAlone({ write, ...one }: Waiting): Standing[] {
    try {
      return [{ ...one, tell: inTransaction(db, write) }]
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
        const answering = () => {
          const answer = write()
          return () => resolve(answer)
        }
        waiting.push({ write: answering, reject, isDurable })
      })

  return { jointly: commit(false), durably: commit(true) }
}

/**
 * Waits until the disk has everything that was committed. It lies in the log; what was written back from there is on the
 * disk already, for SQLite waits for that itself. Unlike the database, its log may be opened and closed beside SQLite:
 * no lock hangs on it.
 */
async function syncLog({ $client: { filename } }: Db): Promise<void> {
  // To be written to: elsewhere than on Linux a file that is only read cannot be synced.
  const log = await open(`${filename}-wal`, 'r+')
  try {
    await log.datasync()
  } finally {
    await log.close()
  }
}
