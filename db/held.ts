import type { Db } from './open.ts'

/** Answers by a key, each held until something is written. */
export type Held<Answer> = {
  get(key: string): Answer | undefined
  /** Returns what keeps the answer that is made now, unless something is written until then. */
  begin(key: string): (answer: Answer) => void
}

/**
 * Holds answers as long as this process has written nothing, whatever it is (rule 12.84): so they are what a read would
 * give again. Other commands of the program write nothing that such answers say. With more than `most` in all, as
 * `sizeOf` counts them, it begins afresh.
 */
export function createHeld<Answer>(db: Db, most: number, sizeOf: (answer: Answer) => number = () => 1): Held<Answer> {
  const countWrites = db.$client.query<{ writes: number }, []>('SELECT total_changes() AS writes')
  const byKey = new Map<string, Answer>()
  let writes = -1
  let size = 0
  const clear = () => {
    byKey.clear()
    size = 0
  }
  const notice = () => {
    const now = countWrites.get()?.writes ?? -1
    if (now !== writes) clear()
    writes = now
  }
  return {
    get(key) {
      notice()
      return byKey.get(key)
    },
    begin(key) {
      notice()
      const since = writes
      return (answer) => {
        notice()
        if (writes !== since) return
        if (size > most) clear()
        byKey.set(key, answer)
        size += sizeOf(answer)
      }
    },
  }
}
