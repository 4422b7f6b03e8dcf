import type { Db } from './open.ts'

/** Writes something in a transaction; resolves to what it answers when that is committed. */
export type Write = <T>(write: () => T) => Promise<T>

/** The two ways to write that share their commits. */
export type Commits = {
  /** A killed process does not lose it; a power failure may. */
  readonly jointly: Write
  /** A power failure does not take it back either. */
  readonly durably: Write
}

/** `write` answers how to tell that it stands. */
type Waiting = { write: () => () => void; reject: (error: unknown) => void }

/**
 * Makes the ways to write what comes within one turn of the event loop in one transaction: the pages that sales have in
 * common are then written once, and the disk is waited for once. When one of them throws, each is done over in a
 * transaction of its own and fails alone, so a write must do nothing but write; a savepoint around each would cost as
 * much as the write. Elsewhere the database leaves it to the system when the disk is written.
 */
export function createCommits(db: Db): Commits {
  const { $client: client } = db
  let waiting: Waiting[] = []
  let isDurable = false

  function writeAll(): void {
    const all = waiting
    const waitsForDisk = isDurable
    waiting = []
    isDurable = false
    if (waitsForDisk) client.run('PRAGMA synchronous = FULL')
    try {
      const outcomes = all.length > 1 ? tryTogether(all) : undefined
      if (outcomes) for (const tell of outcomes) tell()
      else for (const one of all) writeAlone(one)
    } finally {
      if (waitsForDisk) client.run('PRAGMA synchronous = NORMAL')
    }
  }

  function tryTogether(all: readonly Waiting[]): (() => void)[] | undefined {
    try {
      return db.transaction(() => all.map(({ write }) => write()))
    } catch {
      return undefined
    }
  }

  function writeAlone({ write, reject }: Waiting): void {
    try {
      const tell = db.transaction(write)
      tell()
    } catch (error) {
      reject(error)
    }
  }

  const commit =
    (mustLast: boolean): Write =>
    <T>(write: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) setImmediate(writeAll)
        const answering = () => {
          const answer = write()
          return () => resolve(answer)
        }
        isDurable ||= mustLast
        waiting.push({ write: answering, reject })
      })

  return { jointly: commit(false), durably: commit(true) }
}
