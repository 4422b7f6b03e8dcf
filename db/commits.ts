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
type Waiting = { isDurable: boolean; write: () => () => void; reject: (error: unknown) => void }

/**
 * Makes the ways to write what comes within one turn of the event loop in one transaction: the pages that sales have in
 * common are then written once, and the disk is waited for once. Each write fails alone. Elsewhere the database leaves it
 * to the system when the disk is written.
 */
export function createCommits(db: Db): Commits {
  const { $client: client } = db
  let waiting: Waiting[] = []

  function writeAll(): void {
    const all = waiting
    waiting = []
    const isDurable = all.some((one) => one.isDurable)
    const outcomes: (() => void)[] = []
    try {
      if (isDurable) client.run('PRAGMA synchronous = FULL')
      db.transaction(() => {
        for (const { write, reject } of all) {
          try {
            outcomes.push(db.transaction(write))
          } catch (error) {
            outcomes.push(() => reject(error))
          }
        }
      })
    } catch (error) {
      for (const { reject } of all) reject(error)
      return
    } finally {
      if (isDurable) client.run('PRAGMA synchronous = NORMAL')
    }
    for (const tell of outcomes) tell()
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
        waiting.push({ isDurable, write: answering, reject })
      })

  return { jointly: commit(false), durably: commit(true) }
}
