export type Batch<T> = (one: T) => Promise<void>

/** Runs once for all requests in one turn of the event loop. A throw rejects all of them. */
export function createBatch<T>(work: (all: readonly T[]) => void): Batch<T> {
  let asked: T[] = []
  let soon: Promise<void> | undefined
  return (one) => {
    asked.push(one)
    soon ??= new Promise<void>((resolve, reject) =>
      setImmediate(() => {
        const all = asked
        asked = []
        soon = undefined
        try {
          work(all)
          resolve()
        } catch (error) {
          reject(error)
        }
      }),
    )
    return soon
  }
}
