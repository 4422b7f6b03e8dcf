import type { Db } from './open.ts'

/** Writes something so that a power failure does not take it back; resolves when the disk has it. */
export type Durably = (write: () => void) => Promise<void>

type Waiting = { write: () => void; resolve: () => void; reject: (error: unknown) => void }

/**
 * Makes the way to write durably. Elsewhere the database leaves it to the system when the disk is written, which a killed
 * process does not notice, but a power failure does. What comes within one turn of the event loop shares the wait.
 */
export function createDurably(db: Db): Durably {
  const { $client: client } = db
  let waiting: Waiting[] = []

  function writeAll(): void {
    const all = waiting
    waiting = []
    const outcomes: (() => void)[] = []
    try {
      client.run('PRAGMA synchronous = FULL')
      db.transaction(() => {
        for (const { write, resolve, reject } of all) {
          try {
            db.transaction(write)
            outcomes.push(resolve)
          } catch (error) {
            outcomes.push(() => reject(error))
          }
        }
      })
    } catch (error) {
      for (const { reject } of all) reject(error)
      return
    } finally {
      client.run('PRAGMA synchronous = NORMAL')
    }
    for (const tell of outcomes) tell()
  }

  return (write) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(writeAll)
      waiting.push({ write, resolve, reject })
    })
}
