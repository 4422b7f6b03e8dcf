/** More wanted to pass a gate than may wait before it. */
export class GateFull extends Error {}

/** Lets so many pieces of work run at once and so many wait their turn; throws GateFull to the rest. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a gate. Those who wait go in the order they came. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  const queue: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= atOnce) {
      if (queue.length >= waiting) throw new GateFull()
      // Who leaves hands the place over, so nobody who comes later slips in between.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else inside += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else inside -= 1
    }
  }
}
