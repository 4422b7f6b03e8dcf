import type { Db } from '../../db/open.ts'

/** A job as this process holds it. The attempt tells this taking from any later one of the same row. */
export type TakenJob = {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly attempts: number
}

/** How far a job has come that is not done. `problem`: how its last attempt failed, if one has. */
export type JobState = { readonly state: 'READY' | 'RUNNING' | 'FAILED'; readonly problem: string | null }

/** A row to be written. */
export type NewRow = {
  id: string
  kind: string
  payload: string
  uniqueKey: string | null
  lane: string | null
  runAt: number
  now: number
}

/** A lane of a kind with jobs that are due, and how many of its jobs run now, whoever runs them. */
export type WaitingLane = { lane: string | null; running: number }

const pidOf = (taker: string) => Number(taker.split(':')[0])
const held = "state = 'RUNNING' AND id = $id AND taken_by = $taker AND attempts = $attempts"
const free = 'taken_by = NULL, lease_until = NULL'

/**
 * Prepares the statements of the queue, in the name of one taker: a process id and what tells its boots apart. Each is one
 * atomic change, so any number of processes may share the table.
 */
export function createJobRows(db: Db, taker: string) {
  const { $client: sql } = db
  const add = sql.query(
    `INSERT INTO jobs (id, kind, payload, unique_key, lane, run_at, set_at, created_at)
     VALUES ($id, $kind, $payload, $uniqueKey, $lane, $runAt, $now, $now)
     ON CONFLICT (unique_key) DO UPDATE SET kind = excluded.kind, payload = excluded.payload, state = 'READY',
       lane = excluded.lane, run_at = excluded.run_at, set_at = excluded.set_at, attempts = 0, problem = NULL, created_at = excluded.created_at
     WHERE jobs.state = 'FAILED'`,
  )
  const find = sql.query<JobState, { uniqueKey: string }>(
    'SELECT state, problem FROM jobs WHERE unique_key = $uniqueKey',
  )
  const take = sql.query<TakenJob, { kind: string; now: number; taker: string; leaseUntil: number; most: number }>(
    `UPDATE jobs SET state = 'RUNNING', attempts = attempts + 1, taken_by = $taker, lease_until = $leaseUntil
     WHERE id IN (SELECT id FROM jobs WHERE state = 'READY' AND kind = $kind AND run_at <= $now
       ORDER BY run_at, rowid LIMIT $most)
     RETURNING id, kind, payload, attempts`,
  )
  const waitingLanes = sql.query<WaitingLane, { kind: string; now: number }>(
    `SELECT lane, (SELECT count(*) FROM jobs WHERE state = 'RUNNING' AND kind = $kind AND lane IS waiting.lane) AS running
     FROM (SELECT lane, min(run_at) AS since, min(rowid) AS first FROM jobs
       WHERE state = 'READY' AND kind = $kind AND run_at <= $now GROUP BY lane) AS waiting
     ORDER BY since, first`,
  )
  const takeOfLane = sql.query<
    TakenJob,
    { kind: string; lane: string | null; now: number; taker: string; leaseUntil: number }
  >(
    `UPDATE jobs SET state = 'RUNNING', attempts = attempts + 1, taken_by = $taker, lease_until = $leaseUntil
     WHERE id = (SELECT id FROM jobs WHERE state = 'READY' AND kind = $kind AND lane IS $lane AND run_at <= $now
       ORDER BY run_at, rowid LIMIT 1)
     RETURNING id, kind, payload, attempts`,
  )
  const finish = sql.query(`DELETE FROM jobs WHERE ${held}`)
  const retry = sql.query(
    `UPDATE jobs SET state = 'READY', run_at = $runAt, set_at = $now, problem = $problem, ${free} WHERE ${held}`,
  )
  const fail = sql.query(`UPDATE jobs SET state = 'FAILED', problem = $problem, ${free} WHERE ${held}`)
  const giveBack = sql.query(`UPDATE jobs SET state = 'READY', attempts = attempts - 1, ${free} WHERE ${held}`)
  const renew = sql.query("UPDATE jobs SET lease_until = $leaseUntil WHERE state = 'RUNNING' AND taken_by = $taker")
  const others = sql.query<{ taker: string; until: number }, { taker: string }>(
    `SELECT taken_by AS taker, min(lease_until) AS until FROM jobs WHERE state = 'RUNNING' AND taken_by <> $taker
     GROUP BY taken_by`,
  )
  const freeTaker = sql.query(`UPDATE jobs SET state = 'READY', ${free} WHERE state = 'RUNNING' AND taken_by = $taker`)
  const freeEnded = sql.query(
    `UPDATE jobs SET state = 'READY', ${free} WHERE state = 'RUNNING' AND taken_by <> $taker AND lease_until <= $now`,
  )
  const shorten = sql.query(
    "UPDATE jobs SET lease_until = $until WHERE state = 'RUNNING' AND taken_by = $taker AND lease_until > $until",
  )
  const bringBack = sql.query(
    'UPDATE jobs SET run_at = $now + max(0, run_at - set_at), set_at = $now WHERE set_at > $now',
  )
  // One look into the index for each kind, and not a walk through whatever waits.
  const nextRuns = sql.query<{ kind: string; at: number }, { kinds: string }>(
    `SELECT kind, at FROM (SELECT value AS kind, (SELECT min(run_at) FROM jobs WHERE state = 'READY' AND kind = value) AS at
     FROM json_each($kinds)) WHERE at IS NOT NULL`,
  )
  const hold = ({ id, attempts }: TakenJob) => ({ id, attempts, taker })

  return {
    /** A key that is already waiting or running keeps the first job; one that has failed for good starts afresh. */
    add: (row: NewRow) => void add.run(row),
    find: (uniqueKey: string): JobState | undefined => find.get({ uniqueKey }) ?? undefined,
    /** Takes at most so many of a kind that are due: those that have waited longest. */
    take: (kind: string, now: number, leaseUntil: number, most: number): TakenJob[] =>
      take.all({ kind, now, taker, leaseUntil, most }),
    /** Lanes of a kind with jobs that are due, the one that waits longest first. */
    waitingLanes: (kind: string, now: number): WaitingLane[] => waitingLanes.all({ kind, now }),
    /** Takes the job of a lane that has waited longest. */
    takeOfLane: (kind: string, lane: string | null, now: number, leaseUntil: number): TakenJob | null =>
      takeOfLane.get({ kind, lane, now, taker, leaseUntil }),
    finish: (job: TakenJob) => finish.run(hold(job)).changes > 0,
    retry: (job: TakenJob, { runAt, now }: { runAt: number; now: number }, problem: string) =>
      retry.run({ ...hold(job), runAt, now, problem }).changes > 0,
    fail: (job: TakenJob, problem: string) => fail.run({ ...hold(job), problem }).changes > 0,
    /** Puts an interrupted job back as if it had not been tried. */
    giveBack: (job: TakenJob) => void giveBack.run(hold(job)),
    renew: (leaseUntil: number) => void renew.run({ leaseUntil, taker }),
    /**
     * Frees what dead processes hold and what leases have ended on. A taker with our own process id is an earlier boot:
     * in a container every boot has the same one. A lease that is longer than any was taken by a clock that was ahead, and
     * is shortened: whoever lives renews it. Answers when the next foreign lease ends.
     */
    reclaim(now: number, leaseMs: number, isAlive: (pid: number) => boolean): number {
      let nextAt = Number.POSITIVE_INFINITY
      for (const { taker: other, until } of others.all({ taker })) {
        const pid = pidOf(other)
        if (pid === pidOf(taker) || !isAlive(pid)) freeTaker.run({ taker: other })
        else if (until <= now) freeEnded.run({ taker, now })
        else {
          if (until > now + leaseMs) shorten.run({ taker: other, until: now + leaseMs })
          nextAt = Math.min(nextAt, until, now + leaseMs)
        }
      }
      return nextAt
    },
    /** Lets what was decided by a clock that was ahead wait from now on, as long as it was meant to. */
    bringBack: (now: number) => void bringBack.run({ now }),
    /** When the next job of each of these kinds is due; a kind without any is left out. */
    nextRuns: (kinds: readonly string[]) => nextRuns.all({ kinds: JSON.stringify(kinds) }),
  }
}
