import type { Db } from './open.ts'
import { revisionOf } from './revision.ts'

/** Answers by a key, each held until something is written. */
export type Held<Answer> = {
  get(key: string): Answer | undefined
  /** Returns a function that keeps the answer made now, unless something is written before. */
  begin(key: string): (answer: Answer) => void
}

/**
 * Holds answers as long as nothing was written to the database, so they are what a read would
 * return again (rule: held-answers). Above `most` in all, by `sizeOf`, it starts afresh.
 */
export function createHeld<Answer>(db: Db, most: number, sizeOf: (answer: Answer) => number = () => 1): Held<Answer> {
  const revision = revisionOf(db)
  const byKey = new Map<string, Answer>()
  let heldAt = 0
  let size = 0
  const clear = () => {
    byKey.clear()
    size = 0
  }
  const notice = () => {
    const now = revision()
    if (now !== heldAt) clear()
    heldAt = now
  }
  return {
    get(key) {
      notice()
      return byKey.get(key)
    },
    begin(key) {
      notice()
      const since = heldAt
      return (answer) => {
        notice()
        if (heldAt !== since) return
        if (size > most) clear()
        byKey.set(key, answer)
        size += sizeOf(answer)
      }
    },
  }
}
