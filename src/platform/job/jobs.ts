import type { Static, TSchema } from '@sinclair/typebox'
import type { Commits } from '../../../db/commits.ts'
import type { Db } from '../../../db/open.ts'
import { type Log, nameOf } from '../log.ts'
import { createDoing, type Running } from './do-job.ts'
import { createHandOver } from './hand-over.ts'
import type { JobDefinition, JobKind, OpenedJob } from './job-kind.ts'
import { createJobRows, type JobState, type TakenJob } from './job-rows.ts'
import { createLaneTurns } from './lane-turns.ts'

const leaseMs = 60_000
const lookAtLeastEveryMs = 60_000
const afterFaultMs = 1_000
const stopLimitMs = 7_000

/**
 * Options of a new job. `key`: a second job of that kind and key is not added while the first is
 * unfinished. `lane`: the group it belongs to, for kinds that take turns.
 */
export type NewJobOptions = { key?: string; runAt?: number; lane?: string }

/** This process's id, and whether another process still runs. */
export type Pids = { readonly own: number; isAlive(pid: number): boolean }

/** Rows in SQLite that survive kill -9. Each job is run at least once, with backoff. */
export type Jobs = {
  /** Adds a job in the transaction of its cause (same connection), and wakes the worker after. */
  add<S extends TSchema>(job: JobKind<S>, payload: Static<S>, options?: NewJobOptions): void
  /** Removes the job of a kind and key, unless it runs: nothing needs it any more. */
  remove(job: JobKind, key: string): void
  /** Lets some jobs of a kind be due now that waited at `since`. Returns whether more may. */
  hasten(job: JobKind, most: number, since: number): boolean
  /** Returns the unfinished or failed job of a kind and key. */
  find(job: JobKind, key: string): JobState | undefined
  /**
   * Runs jobs of these kinds with a context, from the next job on, and adds those due at the start.
   * Called again for a changed context; a kind that is not enabled any more waits.
   */
  handle<C>(ctx: C, definitions: readonly JobDefinition<TSchema, C>[]): void
  start(): void
  /** Runs `act` at the start, and within a minute after the clock has been set back. */
  onClockSetBack(act: () => void): void
  /** Looks again for jobs that are due: another process added some, or a test moved the clock. */
  wake(): void
  /** Resolves when no job runs and none is due. */
  idle(): Promise<void>
  /**
   * Claims no more jobs, waits for the running ones, and returns those to the queue that have not
   * ended within the limit.
   */
  stop(limitMs?: number): Promise<void>
}

/**
 * A definition with the queue's context closed over. `taken` counts its jobs that run or were
 * handed over; `mayWait` is true while one may be due that found no place.
 */
type Kind = Omit<JobDefinition<TSchema, unknown>, 'open' | 'isEnabled' | 'mayBegin' | 'atStart'> & {
  open(payload: string): OpenedJob
  mayBegin(): boolean
  taken: number
  mayWait: boolean
}
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
  const doJob = createDoing({ db, jointly, rows, now, log, lookAt })
  let lastLookMs = Number.POSITIVE_INFINITY
  const toRefill = new Set<string>()
  let nextLookAt = Number.NEGATIVE_INFINITY

  const hasPlace = ({ concurrency, taken, mayBegin }: Kind) => taken < concurrency && mayBegin()

  function wake(): void {
    if (wakePending) return
    wakePending = true
    // One event-loop turn later, the cause's transaction has ended and its answer is on the way.
    setImmediate(() => {
      wakePending = false
      look()
    })
  }

  const handOver = createHandOver(rows.held, log, {
    begin(job) {
      const kind = kinds.get(job.kind)
      if (kind) begin(job, kind)
      else rows.giveBack(job)
    },
    drop({ kind: name }) {
      const kind = kinds.get(name)
      if (kind) leave(kind)
    },
  })

  /** Whether a new job of a kind can begin at once: not while others may wait, which come first. */
  const canBegin = (kind: Kind) => state === 'started' && !kind.takesTurns && !kind.mayWait && hasPlace(kind)

  function leave(kind: Kind): void {
    kind.taken -= 1
    if (waiting.length > 0) wake()
    if (!kind.mayWait) return
    if (toRefill.size === 0) setImmediate(refill)
    toRefill.add(kind.kind)
  }

  function lookAt(runAt: number): void {
    if (runAt < nextLookAt || runAt <= now()) wake()
  }

  function look(): void {
    if (state === 'started') {
      handOver.beginAll()
      try {
        noticeClock()
        const reclaimAt = rows.reclaim(now(), leaseMs, pids.isAlive)
        setLook(Math.min(reclaimAt, takeDue([...kinds.keys()]), now() + lookAtLeastEveryMs))
      } catch (error) {
        log.error('jobs cannot be taken', { fault: nameOf(error) })
        setLook(now() + afterFaultMs)
      }
    }
    if (running.size > 0) return
    for (const resolve of waiting.splice(0)) resolve()
  }

  function setLook(at: number): void {
    clearTimeout(timer)
    nextLookAt = at
    timer = setTimeout(look, Math.max(0, at - now()))
  }

  /** Takes the next jobs of the kinds that had no place left. */
  function refill(): void {
    const names = [...toRefill]
    toRefill.clear()
    if (state !== 'started') return
    try {
      const at = takeDue(names)
      if (at < nextLookAt) setLook(at)
    } catch {
      // Faults are logged there, and retried.
      look()
    }
  }

  function noticeClock(): void {
    const nowMs = now()
    if (nowMs < lastLookMs) {
      rows.bringBack(nowMs)
      for (const act of whenSetBack) act()
    }
    lastLookMs = nowMs
  }

  /**
   * Claims the due jobs of these kinds, and returns when to check them again. Reads first, because
   * claiming writes even if nothing is due.
   */
  function takeDue(names: readonly string[]): number {
    for (const name of names) noteWaiting(kinds.get(name))
    const open = () => names.filter((name) => kinds.get(name)?.mayWait === false)
    let next = rows.nextRuns(open())
    const due = next.filter(({ at }) => at <= now())
    for (const { kind: name } of due) takeOf(name)
    if (due.length > 0) next = rows.nextRuns(open())
    return Math.min(Number.POSITIVE_INFINITY, ...next.map(({ at }) => at))
  }

  function noteWaiting(kind: Kind | undefined): void {
    if (kind) kind.mayWait = !hasPlace(kind)
  }

  function takeOf(name: string): void {
    const kind = kinds.get(name)
    if (!kind) return
    const places = kind.concurrency - kind.taken
    const beginTaken = (job: TakenJob) => {
      kind.taken += 1
      begin(job, kind)
    }
    if (!kind.takesTurns) {
      for (const job of rows.take(name, now(), now() + leaseMs, places)) beginTaken(job)
    } else {
      for (let place = 0; place < places; place += 1) {
        const lane = turns.next(name, rows.waitingLanes(name, now()))
        const job = lane === undefined ? undefined : rows.takeOfLane(name, lane, now(), now() + leaseMs)
        if (job) beginTaken(job)
      }
    }
    noteWaiting(kind)
  }

  function begin(job: TakenJob, kind: Kind): void {
    const entry: Running = { job, controller: new AbortController(), ended: Promise.resolve(), givenBack: false }
    running.add(entry)
    renewal ??= setInterval(() => renew(), leaseMs / 3)
    entry.ended = doJob(entry, kind).finally(() => {
      running.delete(entry)
      if (running.size === 0) {
        clearInterval(renewal)
        renewal = undefined
      }
      leave(kind)
    })
  }

  function renew(): void {
    try {
      rows.renew(now() + leaseMs)
    } catch (error) {
      log.warn('leases cannot be renewed', { fault: nameOf(error) })
    }
  }

  return {
    add({ kind }, payload, { key, runAt = now(), lane = null } = {}) {
      const uniqueKey = key === undefined ? null : uniqueKeyOf(kind, key)
      const row = { id: uuid(), kind, payload: JSON.stringify(payload), uniqueKey, lane, runAt, now: now() }
      const known = kinds.get(kind)
      if (known && runAt <= row.now && canBegin(known)) {
        rows.add({ ...row, leaseUntil: row.now + leaseMs })
        known.taken += 1
        handOver.add({ id: row.id, kind, payload: row.payload, attempts: 1, kills: 0 })
      } else {
        rows.add({ ...row, leaseUntil: null })
        // A finished job of a kind that may wait looks for the next one.
        if (!known?.mayWait) lookAt(runAt)
      }
    },
    remove: ({ kind }, key) => rows.remove(uniqueKeyOf(kind, key)),
    hasten({ kind }, most, since) {
      const hastened = rows.hasten({ kind, now: now(), most, since })
      wake()
      return hastened === most
    },
    find: ({ kind }, key) => rows.find(uniqueKeyOf(kind, key)),
    handle(ctx, definitions) {
      for (const { open, isEnabled, mayBegin, atStart, ...definition } of definitions) {
        const { kind } = definition
        const closed = { open: (payload: string) => open(ctx, payload), mayBegin: () => mayBegin(ctx) }
        // Running jobs hold the kind: they are counted on.
        const known = kinds.get(kind) ?? { ...definition, taken: 0 }
        kinds.delete(kind)
        if (!isEnabled(ctx)) continue
        kinds.set(kind, Object.assign(known, { ...closed, mayWait: true }))
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
    idle() {
      wake()
      return new Promise((resolve) => void waiting.push(resolve))
    },
    async stop(limitMs = stopLimitMs) {
      state = 'stopped'
      clearTimeout(timer)
      const giveBackRow = (job: TakenJob) => {
        try {
          rows.giveBack(job)
        } catch (error) {
          // A full disk: the next start sees that this process has ended, and frees the job.
          log.warn('jobs cannot be given back', { fault: nameOf(error) })
        }
      }
      const giveBack = (entry: Running) => {
        entry.givenBack = true
        entry.controller.abort()
        giveBackRow(entry.job)
      }
      handOver.takeBack().forEach(giveBackRow)
      for (const entry of running) if (kinds.get(entry.job.kind)?.endsAtStop) giveBack(entry)
      const awaited = [...running].filter(({ givenBack }) => !givenBack)
      await Promise.race([Promise.all(awaited.map(({ ended }) => ended)), Bun.sleep(limitMs)])
      for (const entry of awaited) if (running.has(entry)) giveBack(entry)
      clearInterval(renewal)
    },
  }
}

const uniqueKeyOf = (kind: string, key: string): string => `${kind}:${key}`
