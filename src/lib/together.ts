/** Asks for something to be done; resolves when it has been. */
export type Together<T> = (one: T) => Promise<void>

/**
 * Does once for all what is asked for within one turn of the event loop. When that throws, everybody who asked is told.
 */
export function createTogether<T>(work: (all: readonly T[]) => void): Together<T> {
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
