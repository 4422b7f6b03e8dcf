/** Runs async work one at a time for each key, in order of arrival; other keys do not wait. */
export type KeyedLock = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Creates a lock. A key takes no memory once nobody holds it or waits for it. */
export function createKeyedLock(): KeyedLock {
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
