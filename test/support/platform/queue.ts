import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import { createCommits } from '../../../db/commits.ts'
import { closeDb, type Db, openDb } from '../../../db/open.ts'
import { jobs as table } from '../../../db/schema/platform/job.ts'
import { randomBytes } from '../../../src/lib/hash/random-bytes.ts'
import { createUuids } from '../../../src/lib/hash/uuid.ts'
import { defineJob, type JobWork } from '../../../src/platform/job/define-job.ts'
import { createJobs, type Jobs, type Pids } from '../../../src/platform/job/jobs.ts'
import { createLog } from '../../../src/platform/log.ts'
import { putMigrated } from '../server.ts'

/**
 * A queue on its own database, with a clock that stands still until `tick`. Ends with its scope.
 */
export type TestQueue = AsyncDisposable & {
  readonly path: string
  readonly db: Db
  readonly jobs: Jobs
  readonly logged: string[]
  now(): number
  tick(ms: number): void
  /** Moves the clock and tells nobody. */
  drift(ms: number): void
  rows(): (typeof table.$inferSelect)[]
  /** Another process's queue on the same database; stop it before the scope ends. */
  sibling(pids: Pids): Jobs
}

/** Process ids as a test wants them: ours, and which others are alive. */
export const testPids = (own: number, alive: readonly number[] = []): Pids => ({
  own,
  isAlive: (pid) => alive.includes(pid),
})

/** Makes a queue of process 100; nothing is taken before `jobs.start()`. */
export function testQueue(pids: Pids = testPids(100)): TestQueue {
  const dir = mkdtempSync(join(tmpdir(), 'tapedeck-queue-'))
  putMigrated(dir)
  const path = join(dir, 'tapedeck.db')
  const db = openDb(path)
  let time = 1_700_000_000_000
  const now = () => time
  const logged: string[] = []
  const uuid = createUuids(now, randomBytes)
  const log = createLog('info', (line) => logged.push(line), now)
  const jobs = createJobs({ db, ...createCommits(db), now, uuid, log, pids })
  return {
    path,
    db,
    jobs,
    logged,
    now,
    tick(ms) {
      time += ms
      jobs.wake()
    },
    drift(ms) {
      time += ms
    },
    rows: () => db.select().from(table).all(),
    sibling: (others) => createJobs({ db, ...createCommits(db), now, uuid, log, pids: others }),
    async [Symbol.asyncDispose]() {
      await jobs.stop(0)
      closeDb(db)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

type ContextFreeWork<S extends TSchema> = Omit<JobWork<S>, 'run' | 'failed'> & {
  run(payload: Static<S>, attempt: number, signal: AbortSignal, end: () => void): Promise<void>
  failed?(payload: Static<S>, problem: string): void
}

/** Defines a kind of job whose work needs no context, and lets a queue take it. */
export function handle<S extends TSchema>(jobs: Jobs, kind: string, work: ContextFreeWork<S>): void {
  const { payload, concurrency, maxAttempts, takesTurns = false, endsAtStop = false, backoff, limitMs } = work
  const definition = defineJob<S, undefined>(kind, {
    payload,
    concurrency,
    maxAttempts,
    takesTurns,
    endsAtStop,
    ...(backoff ? { backoff } : {}),
    ...(limitMs === undefined ? {} : { limitMs }),
    run: (_ctx, read, attempt, signal, end) => work.run(read, attempt, signal, end),
    failed: (_ctx, read, problem) => work.failed?.(read, problem),
  })
  jobs.handle(undefined, [definition])
}

/** Work that a test lets go on or fail when it wants. */
export function gate() {
  const entered = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  return { entered, left }
}
