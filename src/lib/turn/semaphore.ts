export class SemaphoreFull extends Error {}

/** Runs a number of things at once, queues some more, throws SemaphoreFull for the rest. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Creates a semaphore. Its queue is first in, first out. */
export function createSemaphore({ atOnce, waiting }: { atOnce: number; waiting: number }): Semaphore {
  const queue: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= atOnce) {
      if (queue.length >= waiting) throw new SemaphoreFull()
      // The slot is handed to the next in the queue, so that no newcomer can take it in between.
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
