import type { WaitingLane } from './job-rows.ts'

const mostRemembered = 1_000

export type LaneTurns = {
  /** Returns the next lane of those that wait (longest first), and records that it was served. */
  next(kind: string, waiting: readonly WaitingLane[]): string | null | undefined
}

/**
 * Picks the lane with the fewest running jobs, then the one that was served longest ago, then the
 * one that waits longest.
 */
export function createLaneTurns(): LaneTurns {
  const servedAt = new Map<string, number>()
  let turn = 0
  return {
    next(kind, waiting) {
      const keyOf = ({ lane }: WaitingLane) => `${kind} ${lane ?? ''}`
      const [chosen] = waiting.toSorted(
        (a, b) => a.running - b.running || (servedAt.get(keyOf(a)) ?? 0) - (servedAt.get(keyOf(b)) ?? 0),
      )
      if (!chosen) return undefined
      turn += 1
      servedAt.delete(keyOf(chosen))
      servedAt.set(keyOf(chosen), turn)
      const [oldest] = servedAt.keys()
      if (servedAt.size > mostRemembered && oldest !== undefined) servedAt.delete(oldest)
      return chosen.lane
    },
  }
}
