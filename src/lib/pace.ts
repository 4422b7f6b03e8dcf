import { setImmediate } from 'node:timers/promises'

/** How long a job or an export works before everybody else has their turn. */
const turnMs = 2

/**
 * Returns what a long piece of work awaits after each of its small steps: everybody else's turn, once it has worked for
 * a while. Counted by time, as a step of so many rows takes longer where rows are large or the machine is busy.
 */
export function createPace(monotonicMs: () => number): () => Promise<void> {
  let begunAt = monotonicMs()
  return async () => {
    if (monotonicMs() - begunAt < turnMs) return
    await setImmediate()
    begunAt = monotonicMs()
  }
}
