/** Thrown when a gate's queue is full. */
export class GateFull extends Error {}

/** A semaphore: runs so many pieces of work at once, queues so many, and throws GateFull for the rest. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a gate. Its queue is first in, first out. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  const queue: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= atOnce) {
      if (queue.length >= waiting) throw new GateFull()
      // The place is handed to the next in the queue, so that no newcomer can take it in between.
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
