import { inTransaction } from '../../../db/commits.ts'
import type { Db } from '../../../db/open.ts'
import { mostKills, pauseAfterKills } from './job-kind.ts'
import {
  bringAllBack,
  byKey,
  dueLanes,
  failHeld,
  finishHeld,
  freeEnded,
  freeKilled,
  giveHeldBack,
  hastenIdle,
  heldBy,
  heldOf,
  insert,
  nextOfKinds,
  otherWorkers,
  removeIdle,
  renewHeld,
  retryHeld,
  shorten,
  takeDue,
  takeDueOfLane,
} from './job-statements.ts'

/** The attempt number distinguishes it from a later try of the same row. */
export type TakenJob = {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly attempts: number
  readonly kills: number
}

/** The state of an unfinished job. `problem`: how its last attempt failed, if one has. */
export type JobState = {
  readonly state: 'READY' | 'RUNNING' | 'FAILED'
  readonly problem: string | null
  /** When it is due, in milliseconds. */
  readonly runAt: number
}

/** A row to insert; with `leaseUntil` it is taken by its writer at once, as its first attempt. */
export type NewRow = {
  id: string
  kind: string
  payload: string
  uniqueKey: string | null
  lane: string | null
  runAt: number
  now: number
  leaseUntil: number | null
}

/** A lane with due jobs of a kind, and how many of its jobs run now, in any process. */
export type WaitingLane = { lane: string | null; running: number }

const pidOf = (worker: string) => Number(worker.split(':')[0])

export type JobRows = ReturnType<typeof createJobRows>

/**
 * Returns the queue's statements for one worker, identified by its process id and a random part for
 * each start. Each is one atomic change, so any number of processes may share the table.
 */
export function createJobRows(db: Db, worker: string) {
  /** Frees an ended process's jobs, one of which may have ended it (rule: interrupted-jobs). */
  const freeWorker = (dead: string, now: number) =>
    inTransaction(db, () => {
      const held = heldBy(db).all({ worker: dead })
      const suspects = held.filter(({ kills }) => kills > 0)
      const [only] = suspects.length > 0 ? suspects : held
      const isFound = suspects.length === 1 || held.length === 1
      for (const [place, { id, kills }] of held.entries()) {
        const most = isFound && id === only?.id ? mostKills : mostKills - 1
        const charged = Math.min(kills + 1, most)
        freeKilled(db).run({ id, kills: charged, runAt: now + pauseAfterKills(charged, place), now })
      }
    })
  const hold = ({ id, attempts }: TakenJob) => ({ id, attempts, worker })

  return {
    /** A job with this key that waits or runs stays; one that failed for good is replaced. */
    add: ({ now, ...row }: NewRow) =>
      void insert(db).run({
        ...row,
        setAt: now,
        createdAt: now,
        ...(row.leaseUntil === null
          ? { state: 'READY', attempts: 0, takenBy: null, takenAt: null }
          : { state: 'RUNNING', attempts: 1, takenBy: worker, takenAt: now }),
        kills: 0,
        problem: null,
      }),
    held: (ids: readonly string[]): Set<string> =>
      new Set(
        heldOf(db)
          .all({ ids: JSON.stringify(ids), worker })
          .map(({ id }) => id),
      ),
    remove: (uniqueKey: string) => void removeIdle(db).run({ uniqueKey }),
    /** Returns how many it hastened. */
    hasten: (which: { kind: string; now: number; most: number; since: number }): number =>
      hastenIdle(db).all(which).length,
    find: (uniqueKey: string): JobState | undefined => byKey(db).get({ uniqueKey }),
    /** Claims those that have waited longest. */
    take: (kind: string, now: number, leaseUntil: number, most: number): TakenJob[] =>
      takeDue(db).all({ kind, now, worker, leaseUntil, most }),
    /** Returns the lanes of a kind that have due jobs, the longest waiting first. */
    waitingLanes: (kind: string, now: number): WaitingLane[] => dueLanes(db).all({ kind, now }),
    /** Claims the job of a lane that has waited longest, and returns it. */
    takeOfLane: (kind: string, lane: string | null, now: number, leaseUntil: number): TakenJob | undefined =>
      takeDueOfLane(db).get({ kind, lane, now, worker, leaseUntil }),
    finish: (job: TakenJob) => finishHeld(db).get(hold(job)) !== undefined,
    retry: (job: TakenJob, { runAt, now }: { runAt: number; now: number }, problem: string) =>
      retryHeld(db).get({ ...hold(job), runAt, now, problem }) !== undefined,
    fail: (job: TakenJob, problem: string) => failHeld(db).get({ ...hold(job), problem }) !== undefined,
    /** Returns an interrupted job to the queue as if it had not been tried. */
    giveBack: (job: TakenJob) => void giveHeldBack(db).run(hold(job)),
    renew: (leaseUntil: number) => void renewHeld(db).run({ leaseUntil, worker }),
    /**
     * Frees the jobs of dead processes and those whose lease has expired. A worker with our own
     * process id is an earlier start: in a container every start has the same one. A lease longer
     * than `leaseMs` was taken by a clock that was ahead, and is shortened: a living worker renews
     * it. Returns when the next lease of another worker expires.
     */
    reclaim(now: number, leaseMs: number, isAlive: (pid: number) => boolean): number {
      let nextAt = Number.POSITIVE_INFINITY
      for (const { worker: other, until } of otherWorkers(db).all({ worker })) {
        const pid = pidOf(other)
        if (pid === pidOf(worker) || !isAlive(pid)) freeWorker(other, now)
        else if (until <= now) freeEnded(db).run({ worker, now })
        else {
          if (until > now + leaseMs) shorten(db).run({ worker: other, until: now + leaseMs })
          nextAt = Math.min(nextAt, until, now + leaseMs)
        }
      }
      return nextAt
    },
    /**
     * Corrects times that were decided while the clock was ahead: such a job waits as long as
     * intended, from now on.
     */
    bringBack: (now: number) => void bringAllBack(db).run({ now }),
    /** Returns when the next job of each of these kinds is due; a kind without jobs is omitted. */
    nextRuns: (kinds: readonly string[]) => nextOfKinds(db).all({ kinds: JSON.stringify(kinds) }),
  }
}
