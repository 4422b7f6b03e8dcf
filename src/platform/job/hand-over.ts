import { type Log, nameOf } from '../log.ts'
import type { TakenJob } from './job-rows.ts'

const afterFaultMs = 1_000

/** The outcome of a new job that was written as taken: it begins, or was never there. */
type Ends = { begin(job: TakenJob): void; drop(job: TakenJob): void }

/**
 * New jobs between the transaction of their cause and their start, one turn of the event loop
 * later. By then it was committed or undone: `held` says which jobs exist, so nobody has to search
 * for them or claim them.
 */
export function createHandOver(held: (ids: readonly string[]) => Set<string>, log: Log, { begin, drop }: Ends) {
  let handed: TakenJob[] = []

  function beginAll(): void {
    if (handed.length === 0) return
    let found: Set<string>
    try {
      found = held(handed.map(({ id }) => id))
    } catch (error) {
      log.error('jobs cannot be begun', { fault: nameOf(error) })
      setTimeout(beginAll, afterFaultMs)
      return
    }
    for (const job of takeBack()) {
      if (found.has(job.id)) begin(job)
      else drop(job)
    }
  }

  /** Returns the jobs that have not begun, which then never will. */
  function takeBack(): TakenJob[] {
    const all = handed
    handed = []
    return all
  }

  return {
    add(job: TakenJob): void {
      if (handed.length === 0) setImmediate(beginAll)
      handed.push(job)
    },
    beginAll,
    takeBack,
  }
}
