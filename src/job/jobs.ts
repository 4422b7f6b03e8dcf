import type { Static, TSchema } from '@sinclair/typebox'
import { type Commits, inTransaction } from '../../db/commits.ts'
import type { Db } from '../../db/open.ts'
import type { Log } from '../log.ts'
import { backoffMs, GiveUp, type JobDefinition, type JobKind, type OpenedJob, TryLater } from './define-job.ts'
import { createJobRows, type JobState, type TakenJob } from './job-rows.ts'
import { createLaneTurns } from './lane-turns.ts'

const leaseMs = 60_000
const lookAtLeastEveryMs = 60_000
const afterFaultMs = 1_000
const stopLimitMs = 7_000
const maxProblemLength = 500

/**
 * Options of a new job. `key`: a second job of that kind and key is not added while the first is unfinished. `lane`:
 * the group it belongs to, for kinds that take turns.
 */
export type NewJobOptions = { key?: string; runAt?: number; lane?: string }

/** This process's id, and whether another process still runs. */
export type Pids = { readonly own: number; isAlive(pid: number): boolean }

/** The durable queue: rows in SQLite that survive kill -9. Every job is run at least once, with backoff. */
export type Jobs = {
  /** Adds a job; called inside the transaction of its cause (the same connection). Wakes the worker afterwards. */
  add<S extends TSchema>(job: JobKind<S>, payload: Static<S>, options?: NewJobOptions): void
  /** Returns the unfinished or failed job of a kind and key. */
  find(job: JobKind, key: string): JobState | undefined
  /** Starts running jobs of these kinds, and adds those due at the start. Throws on a kind that is running already. */
  handle<C>(ctx: C, definitions: readonly JobDefinition<TSchema, C>[]): void
  start(): void
  /** Runs `act` at the start, and within a minute after the clock has been set back. */
  onClockSetBack(act: () => void): void
  /** Checks the clock again; for tests that have moved it. */
  wake(): void
  /** Resolves when no job runs and none is due. */
  idle(): Promise<void>
  /**
   * Claims no more jobs, waits for the running ones, and returns those to the queue that have not ended within the
   * limit.
   */
  stop(limitMs?: number): Promise<void>
}

/** A definition with the queue's context closed over. */
type Kind = Omit<JobDefinition, 'open' | 'isEnabled' | 'atStart'> & { open(payload: string): OpenedJob }
type Running = { job: TakenJob; controller: AbortController; ended: Promise<void>; givenBack: boolean }
type QueueOptions = { db: Db; jointly: Commits['jointly']; now: () => number; uuid: () => string; log: Log; pids: Pids }

/** Creates the queue of this process. It does nothing before `start`; jobs may be added before. */
export function createJobs({ db, jointly, now, uuid, log, pids }: QueueOptions): Jobs {
  const rows = createJobRows(db, `${pids.own}:${uuid()}`)
  const kinds = new Map<string, Kind>()
  const running = new Set<Running>()
  const turns = createLaneTurns()
  let state: 'new' | 'started' | 'stopped' = 'new'
  let timer: Timer | undefined
  let renewal: Timer | undefined
  let wakePending = false
  const waiting: (() => void)[] = []
  const whenSetBack: (() => void)[] = []
  let lastLookMs = Number.POSITIVE_INFINITY

  const freePlacesOf = (name: string, { concurrency }: Kind) =>
    concurrency - [...running].filter(({ job }) => job.kind === name).length

  function wake(): void {
    if (wakePending) return
    wakePending = true
    // One event-loop turn later, the transaction of the cause has ended and its answer is on the way.
    setImmediate(() => {
      wakePending = false
      look()
    })
  }

  function look(): void {
    clearTimeout(timer)
    if (state === 'started') {
      try {
        noticeClock()
        const nextAt = takeDue()
        timer = setTimeout(look, Math.max(0, Math.min(nextAt - now(), lookAtLeastEveryMs)))
      } catch (error) {
        log.error('jobs cannot be taken', { fault: nameOf(error) })
        timer = setTimeout(look, afterFaultMs)
      }
    }
    if (running.size > 0) return
    for (const resolve of waiting.splice(0)) resolve()
  }

  function noticeClock(): void {
    const nowMs = now()
    if (nowMs < lastLookMs) {
      rows.bringBack(nowMs)
      for (const act of whenSetBack) act()
    }
    lastLookMs = nowMs
  }

  /** Returns when to check again. Reads what is due first, because claiming writes even if nothing is due. */
  function takeDue(): number {
    const reclaimAt = rows.reclaim(now(), leaseMs, pids.isAlive)
    const open = () => [...kinds].filter(([name, kind]) => freePlacesOf(name, kind) > 0).map(([name]) => name)
    let next = rows.nextRuns(open())
    const due = next.filter(({ at }) => at <= now())
    for (const { kind: name } of due) takeOf(name)
    if (due.length > 0) next = rows.nextRuns(open())
    return Math.min(reclaimAt, ...next.map(({ at }) => at))
  }

  function takeOf(name: string): void {
    const kind = kinds.get(name)
    if (!kind) return
    const places = freePlacesOf(name, kind)
    if (!kind.takesTurns) {
      for (const job of rows.take(name, now(), now() + leaseMs, places)) begin(job, kind)
      return
    }
    for (let place = 0; place < places; place += 1) {
      const lane = turns.next(name, rows.waitingLanes(name, now()))
      const job = lane === undefined ? undefined : rows.takeOfLane(name, lane, now(), now() + leaseMs)
      if (job) begin(job, kind)
    }
  }

  function begin(job: TakenJob, kind: Kind): void {
    const entry: Running = { job, controller: new AbortController(), ended: Promise.resolve(), givenBack: false }
    running.add(entry)
    renewal ??= setInterval(() => renew(), leaseMs / 3)
    entry.ended = work(entry, kind).finally(() => {
      running.delete(entry)
      if (running.size === 0) {
        clearInterval(renewal)
        renewal = undefined
      }
      wake()
    })
  }

  function renew(): void {
    try {
      rows.renew(now() + leaseMs)
    } catch (error) {
      log.warn('leases cannot be renewed', { fault: nameOf(error) })
    }
  }

  async function work(entry: Running, kind: Kind): Promise<void> {
    const { job, controller } = entry
    let opened: OpenedJob | undefined
    let settle = () => rows.finish(job)
    try {
      opened = kind.open(job.payload)
      if (job.attempts > kind.maxAttempts) throw new GiveUp('The program ended each time this was tried.')
      await opened.run(job.attempts, controller.signal)
    } catch (error) {
      settle = () => failOrRetry(job, kind, opened, error)
    }
    await untilWritten(entry, settle)
  }

  function failOrRetry(job: TakenJob, kind: Kind, opened: OpenedJob | undefined, error: unknown): boolean {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, maxProblemLength)
    const fields = { id: job.id, kind: job.kind, attempts: job.attempts, fault: nameOf(error) }
    if (!(error instanceof GiveUp) && job.attempts < kind.maxAttempts) {
      log.warn('job rests', fields)
      const waitMs = error instanceof TryLater ? error.afterMs : backoffMs(kind.backoff, job.attempts)
      return rows.retry(job, { runAt: now() + waitMs, now: now() }, problem)
    }
    log.error('job failed', fields)
    return inTransaction(db, () => {
      const isOurs = rows.fail(job, problem)
      if (isOurs) runFailed(job, opened, problem)
      return isOurs
    })
  }

  function runFailed(job: TakenJob, opened: OpenedJob | undefined, problem: string): void {
    try {
      inTransaction(db, () => opened?.failed(problem))
    } catch (error) {
      log.error('job failure cannot be told', { id: job.id, kind: job.kind, fault: nameOf(error) })
    }
  }

  /** Stores an outcome and retries while the database refuses (a full disk): losing it would repeat the job. */
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

  return {
    add({ kind }, payload, { key, runAt = now(), lane = null } = {}) {
      const uniqueKey = key === undefined ? null : uniqueKeyOf(kind, key)
      rows.add({ id: uuid(), kind, payload: JSON.stringify(payload), uniqueKey, lane, runAt, now: now() })
      wake()
    },
    find: ({ kind }, key) => rows.find(uniqueKeyOf(kind, key)),
    handle(ctx, definitions) {
      for (const { open, isEnabled, atStart, ...definition } of definitions) {
        const { kind } = definition
        if (kinds.has(kind)) throw new Error(`Jobs of kind "${kind}" are handled already.`)
        if (!isEnabled(ctx)) continue
        kinds.set(kind, { ...definition, open: (payload) => open(ctx, payload) })
        atStart(ctx)
      }
      wake()
    },
    start() {
      state = 'started'
      look()
    },
    onClockSetBack: (act) => void whenSetBack.push(act),
    wake,
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        wake()
      }),
    async stop(limitMs = stopLimitMs) {
      state = 'stopped'
      clearTimeout(timer)
      const giveBack = (entry: Running) => {
        entry.givenBack = true
        entry.controller.abort()
        try {
          rows.giveBack(entry.job)
        } catch (error) {
          // A full disk. The next start sees that this process has ended, and frees the job all the same.
          log.warn('jobs cannot be given back', { fault: nameOf(error) })
        }
      }
      for (const entry of running) if (kinds.get(entry.job.kind)?.endsAtStop) giveBack(entry)
      const awaited = [...running].filter(({ givenBack }) => !givenBack)
      await Promise.race([Promise.all(awaited.map(({ ended }) => ended)), Bun.sleep(limitMs)])
      for (const entry of awaited) if (running.has(entry)) giveBack(entry)
      clearInterval(renewal)
    },
  }
}

const uniqueKeyOf = (kind: string, key: string): string => `${kind}:${key}`

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
