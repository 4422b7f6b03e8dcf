import { inTransaction } from '../../../db/commits.ts'
import type { Db } from '../../../db/open.ts'
import { mostKills, pauseAfterKills } from './job-kind.ts'

/** A job claimed by this process. The attempt number distinguishes it from a later try of the same row. */
export type TakenJob = {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly attempts: number
  readonly kills: number
}

/** The state of an unfinished job. `problem`: how its last attempt failed, if one has. */
export type JobState = { readonly state: 'READY' | 'RUNNING' | 'FAILED'; readonly problem: string | null }

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
const whereHeld = "state = 'RUNNING' AND id = $id AND taken_by = $worker AND attempts = $attempts"
const setFree = 'taken_by = NULL, lease_until = NULL'

/** The queue's statements for one worker. */
export type JobRows = ReturnType<typeof createJobRows>

/**
 * Returns the queue's statements for one worker, identified by its process id and a random part for each start. Each is
 * one atomic change, so any number of processes may share the table.
 */
export function createJobRows(db: Db, worker: string) {
  const { $client: sql } = db
  const add = sql.query(
    `INSERT INTO jobs (id, kind, payload, unique_key, lane, run_at, set_at, created_at, state, attempts, taken_by, lease_until)
     VALUES ($id, $kind, $payload, $uniqueKey, $lane, $runAt, $now, $now, $state, $attempts, $worker, $leaseUntil)
     ON CONFLICT (unique_key) DO UPDATE SET id = excluded.id, kind = excluded.kind, payload = excluded.payload,
       state = excluded.state, lane = excluded.lane, run_at = excluded.run_at, set_at = excluded.set_at, problem = NULL,
       attempts = excluded.attempts, kills = 0, taken_by = excluded.taken_by, lease_until = excluded.lease_until, created_at = excluded.created_at
     WHERE jobs.state = 'FAILED'`,
  )
  const held = sql.query<{ id: string }, { ids: string; worker: string }>(
    `SELECT jobs.id FROM json_each($ids) CROSS JOIN jobs ON jobs.id = value WHERE state = 'RUNNING' AND taken_by = $worker`,
  )
  const find = sql.query<JobState, { uniqueKey: string }>(
    'SELECT state, problem FROM jobs WHERE unique_key = $uniqueKey',
  )
  const take = sql.query<TakenJob, { kind: string; now: number; worker: string; leaseUntil: number; most: number }>(
    `UPDATE jobs SET state = 'RUNNING', attempts = attempts + 1, taken_by = $worker, lease_until = $leaseUntil
     WHERE id IN (SELECT id FROM jobs WHERE state = 'READY' AND kind = $kind AND run_at <= $now
       ORDER BY run_at, rowid LIMIT $most)
     RETURNING id, kind, payload, attempts, kills`,
  )
  const waitingLanes = sql.query<WaitingLane, { kind: string; now: number }>(
    `SELECT lane, (SELECT count(*) FROM jobs WHERE state = 'RUNNING' AND kind = $kind AND lane IS waiting.lane) AS running
     FROM (SELECT lane, min(run_at) AS since, min(rowid) AS first FROM jobs
       WHERE state = 'READY' AND kind = $kind AND run_at <= $now GROUP BY lane) AS waiting
     ORDER BY since, first`,
  )
  const takeOfLane = sql.query<
    TakenJob,
    { kind: string; lane: string | null; now: number; worker: string; leaseUntil: number }
  >(
    `UPDATE jobs SET state = 'RUNNING', attempts = attempts + 1, taken_by = $worker, lease_until = $leaseUntil
     WHERE id = (SELECT id FROM jobs WHERE state = 'READY' AND kind = $kind AND lane IS $lane AND run_at <= $now
       ORDER BY run_at, rowid LIMIT 1)
     RETURNING id, kind, payload, attempts, kills`,
  )
  const finish = sql.query(`DELETE FROM jobs WHERE ${whereHeld}`)
  const retry = sql.query(
    `UPDATE jobs SET state = 'READY', run_at = $runAt, set_at = $now, kills = 0, problem = $problem, ${setFree}
     WHERE ${whereHeld}`,
  )
  const fail = sql.query(`UPDATE jobs SET state = 'FAILED', problem = $problem, ${setFree} WHERE ${whereHeld}`)
  const giveBack = sql.query(`UPDATE jobs SET state = 'READY', attempts = attempts - 1, ${setFree} WHERE ${whereHeld}`)
  const renew = sql.query("UPDATE jobs SET lease_until = $leaseUntil WHERE state = 'RUNNING' AND taken_by = $worker")
  const others = sql.query<{ worker: string; until: number }, { worker: string }>(
    `SELECT taken_by AS worker, min(lease_until) AS until FROM jobs WHERE state = 'RUNNING' AND taken_by <> $worker
     GROUP BY taken_by`,
  )
  const heldBy = sql.query<{ id: string; kills: number }, { worker: string }>(
    "SELECT id, kills FROM jobs WHERE state = 'RUNNING' AND taken_by = $worker ORDER BY kills, run_at, rowid",
  )
  const freeKilled = sql.query(
    `UPDATE jobs SET state = 'READY', attempts = attempts - 1, kills = $kills, run_at = $runAt, set_at = $now, ${setFree}
     WHERE id = $id`,
  )
  const freeEnded = sql.query(
    `UPDATE jobs SET state = 'READY', ${setFree} WHERE state = 'RUNNING' AND taken_by <> $worker AND lease_until <= $now`,
  )
  const shorten = sql.query(
    "UPDATE jobs SET lease_until = $until WHERE state = 'RUNNING' AND taken_by = $worker AND lease_until > $until",
  )
  const bringBack = sql.query(
    'UPDATE jobs SET run_at = $now + max(0, run_at - set_at), set_at = $now WHERE set_at > $now',
  )
  // One index lookup for each kind, instead of a scan of all waiting jobs.
  const nextRuns = sql.query<{ kind: string; at: number }, { kinds: string }>(
    `SELECT kind, at FROM (SELECT value AS kind, (SELECT min(run_at) FROM jobs WHERE state = 'READY' AND kind = value) AS at
     FROM json_each($kinds)) WHERE at IS NOT NULL`,
  )
  /** Frees the jobs of a process that has ended: none has failed, and one of them may have ended it. */
  const freeWorker = (dead: string, now: number) =>
    inTransaction(db, () => {
      const held = heldBy.all({ worker: dead })
      const suspects = held.filter(({ kills }) => kills > 0)
      const [only] = suspects.length > 0 ? suspects : held
      const isFound = suspects.length === 1 || held.length === 1
      for (const [place, { id, kills }] of held.entries()) {
        const most = isFound && id === only?.id ? mostKills : mostKills - 1
        const charged = Math.min(kills + 1, most)
        freeKilled.run({ id, kills: charged, runAt: now + pauseAfterKills(charged, place), now })
      }
    })
  const hold = ({ id, attempts }: TakenJob) => ({ id, attempts, worker })

  return {
    /** If a job with this key waits or runs, that one stays; one that has failed for good is replaced. */
    add: (row: NewRow) =>
      void add.run({
        ...row,
        ...(row.leaseUntil === null
          ? { state: 'READY', attempts: 0, worker: null }
          : { state: 'RUNNING', attempts: 1, worker }),
      }),
    /** Returns which of these jobs this worker holds. */
    held: (ids: readonly string[]): Set<string> =>
      new Set(held.all({ ids: JSON.stringify(ids), worker }).map(({ id }) => id)),
    find: (uniqueKey: string): JobState | undefined => find.get({ uniqueKey }) ?? undefined,
    /** Claims at most so many due jobs of a kind, those that have waited longest, and returns them. */
    take: (kind: string, now: number, leaseUntil: number, most: number): TakenJob[] =>
      take.all({ kind, now, worker, leaseUntil, most }),
    /** Returns the lanes of a kind that have due jobs, the longest waiting first. */
    waitingLanes: (kind: string, now: number): WaitingLane[] => waitingLanes.all({ kind, now }),
    /** Claims the job of a lane that has waited longest, and returns it. */
    takeOfLane: (kind: string, lane: string | null, now: number, leaseUntil: number): TakenJob | null =>
      takeOfLane.get({ kind, lane, now, worker, leaseUntil }),
    finish: (job: TakenJob) => finish.run(hold(job)).changes > 0,
    retry: (job: TakenJob, { runAt, now }: { runAt: number; now: number }, problem: string) =>
      retry.run({ ...hold(job), runAt, now, problem }).changes > 0,
    fail: (job: TakenJob, problem: string) => fail.run({ ...hold(job), problem }).changes > 0,
    /** Returns an interrupted job to the queue as if it had not been tried. */
    giveBack: (job: TakenJob) => void giveBack.run(hold(job)),
    renew: (leaseUntil: number) => void renew.run({ leaseUntil, worker }),
    /**
     * Frees the jobs of dead processes and those whose lease has expired. A worker with our own process id is an
     * earlier start: in a container every start has the same one. A lease longer than `leaseMs` was taken by a clock
     * that was ahead, and is shortened: a living worker renews it. Returns when the next lease of another worker
     * expires.
     */
    reclaim(now: number, leaseMs: number, isAlive: (pid: number) => boolean): number {
      let nextAt = Number.POSITIVE_INFINITY
      for (const { worker: other, until } of others.all({ worker })) {
        const pid = pidOf(other)
        if (pid === pidOf(worker) || !isAlive(pid)) freeWorker(other, now)
        else if (until <= now) freeEnded.run({ worker, now })
        else {
          if (until > now + leaseMs) shorten.run({ worker: other, until: now + leaseMs })
          nextAt = Math.min(nextAt, until, now + leaseMs)
        }
      }
      return nextAt
    },
    /**
     * Corrects times that were decided while the clock was ahead: such a job waits as long as intended, from now on.
     */
    bringBack: (now: number) => void bringBack.run({ now }),
    /** Returns when the next job of each of these kinds is due; a kind without jobs is omitted. */
    nextRuns: (kinds: readonly string[]) => nextRuns.all({ kinds: JSON.stringify(kinds) }),
  }
}
