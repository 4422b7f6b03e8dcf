import { setImmediate } from 'node:timers/promises'

/** How long a job or an export works before others get their turn. */
const turnMs = 2

/** A long piece of work awaits it after each of its small steps. */
export type Pace = () => Promise<void>

/** For work that nobody else waits for. */
export const withoutPause: Pace = () => Promise.resolve()

/**
 * Returns a function that a long piece of work awaits after each of its small steps, which gives
 * others their turn once it has worked for a while. Measured in time, as a step of a fixed number
 * of rows takes longer where rows are large or the machine is busy.
 */
export function createPace(monotonicMs: () => number): Pace {
  let begunAt = monotonicMs()
  return async () => {
    if (monotonicMs() - begunAt < turnMs) return
    await setImmediate()
    begunAt = monotonicMs()
  }
}
