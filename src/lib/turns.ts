/** Lets work on the same key happen one after another, in the order it came; different keys do not wait. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Makes turns; a key is forgotten when nobody waits for it. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
