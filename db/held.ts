import type { Db } from './open.ts'
import { revisionOf } from './revision.ts'

/** Answers by a key, each held until something is written. */
export type Held<Answer> = {
  get(key: string): Answer | undefined
  /** Returns what keeps the answer that is made now, unless something is written until then. */
  begin(key: string): (answer: Answer) => void
}

/**
 * Holds answers as long as nothing was written to the database, whatever it is
 * (rule: held-answers): so they are what a read would give again. With more than `most` in all, as
 * `sizeOf` counts them, it begins afresh.
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
