import type { TSchema } from '@sinclair/typebox'
import { type Commits, inTransaction } from '../../../db/commits.ts'
import type { Db } from '../../../db/open.ts'
import { outsideRequests } from '../../lib/language/say.ts'
import { count } from '../../lib/text/count.ts'
import { faultOf, type Log, nameOf } from '../log.ts'
import {
  backoffMs,
  endedEachTime,
  GiveUp,
  type JobDefinition,
  mostKills,
  type OpenedJob,
  TryLater,
} from './job-kind.ts'
import type { JobRows, TakenJob } from './job-rows.ts'

const afterFaultMs = 1_000
const maxProblemLength = 500

export type Running = { job: TakenJob; controller: AbortController; ended: Promise<void>; givenBack: boolean }

type Kind = Pick<JobDefinition<TSchema, unknown>, 'maxAttempts' | 'backoff' | 'limitMs'> & {
  open(payload: string): OpenedJob
}
type Parts = {
  db: Db
  jointly: Commits['jointly']
  rows: JobRows
  now: () => number
  log: Log
  /** Makes sure that jobs due at a time are found then. */
  lookAt(runAt: number): void
}

/** The result is that the job ended, rests or has failed for good. */
export function createDoing({ db, jointly, rows, now, log, lookAt }: Parts) {
  function runFailed(job: TakenJob, opened: OpenedJob | undefined, problem: string): void {
    try {
      inTransaction(db, () => opened?.failed(problem))
    } catch (error) {
      log.error('job failure cannot be told', { id: job.id, kind: job.kind, fault: nameOf(error) })
    }
  }

  function failOrRetry(job: TakenJob, kind: Kind, opened: OpenedJob | undefined, error: unknown): boolean {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, maxProblemLength)
    const fields = { id: job.id, kind: job.kind, attempts: job.attempts, ...faultOf(error) }
    if (!(error instanceof GiveUp) && job.attempts < kind.maxAttempts) {
      log.warn('job rests', fields)
      const waitMs = error instanceof TryLater ? error.afterMs : backoffMs(kind.backoff, job.attempts)
      lookAt(now() + waitMs)
      return rows.retry(job, { runAt: now() + waitMs, now: now() }, problem)
    }
    log.error('job failed', fields)
    return inTransaction(db, () => {
      const isOurs = rows.fail(job, problem)
      if (isOurs) runFailed(job, opened, problem)
      return isOurs
    })
  }

  /** Stores an outcome, over and over while the disk is full: losing it would repeat the job. */
  async function untilWritten(entry: Running, write: () => boolean): Promise<void> {
    while (!entry.givenBack) {
      try {
        if (!(await jointly(write))) log.warn('job was taken over', { id: entry.job.id, kind: entry.job.kind })
        return
      } catch (error) {
        log.error('job outcome cannot be written', { id: entry.job.id, kind: entry.job.kind, fault: nameOf(error) })
        await Bun.sleep(afterFaultMs)
      }
    }
  }

  return async (entry: Running, kind: Kind): Promise<void> => {
    const { job, controller } = entry
    let opened: OpenedJob | undefined
    let isEnded = false
    let settle = () => rows.finish(job)
    const end = () => {
      isEnded = rows.finish(job)
    }
    try {
      const work = kind.open(job.payload)
      opened = work
      // More attempts than that were begun only if leases ended while the machine slept.
      if (job.kills >= mostKills || job.attempts > kind.maxAttempts) throw new GiveUp(endedEachTime)
      // A job begins in the middle of whatever request added it, whose language is not its own.
      const done = outsideRequests(() => work.run(job.attempts, controller.signal, end))
      await within(kind.limitMs, controller, done)
      if (isEnded) return
    } catch (error) {
      settle = () => failOrRetry(job, kind, opened, error)
    }
    await untilWritten(entry, settle)
  }
}

/** Waits for an attempt, and aborts one that takes longer. Throws then. */
async function within(limitMs: number, controller: AbortController, attempt: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`It had not ended after ${count(Math.ceil(limitMs / 60_000), 'minute')}.`))
    controller.abort()
  }, limitMs)
  try {
    await Promise.race([attempt, late.promise])
  } finally {
    clearTimeout(timer)
    // Nobody waits for it any more, however it ends.
    attempt.catch(() => undefined)
  }
}
