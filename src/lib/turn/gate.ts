/**
 * Runs work at the same time as other work. With `isAlone` it waits until no other work runs, and
 * later work waits for it.
 */
export type Gate = <T>(isAlone: boolean, work: () => Promise<T>) => Promise<T>

/** Creates a gate; work starts in the order in which it was asked for. */
export function createGate(): Gate {
  const waiting: { isAlone: boolean; enter: () => void }[] = []
  let inside = 0
  let isTaken = false

  function admit(): void {
    for (let next = waiting[0]; next && !isTaken && (!next.isAlone || inside === 0); next = waiting[0]) {
      waiting.shift()
      inside += 1
      isTaken = next.isAlone
      next.enter()
    }
  }

  return async (isAlone, work) => {
    await new Promise<void>((enter) => {
      waiting.push({ isAlone, enter })
      admit()
    })
    try {
      return await work()
    } finally {
      inside -= 1
      isTaken = false
      admit()
    }
  }
}
