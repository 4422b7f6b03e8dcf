import type { Db } from '../../db/open.ts'

/** A job as this process holds it. The attempt tells this taking from any later one of the same row. */
export type TakenJob = {
  readonly id: string
  readonly kind: string
  readonly payload: string
  readonly attempts: number
}

/** A row to be written. */
export type NewRow = { id: string; kind: string; payload: string; uniqueKey: string | null; runAt: number; now: number }

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
    `INSERT INTO jobs (id, kind, payload, unique_key, run_at, created_at)
     VALUES ($id, $kind, $payload, $uniqueKey, $runAt, $now)
     ON CONFLICT (unique_key) DO UPDATE SET kind = excluded.kind, payload = excluded.payload, state = 'READY',
       run_at = excluded.run_at, attempts = 0, problem = NULL, created_at = excluded.created_at
     WHERE jobs.state = 'FAILED'`,
  )
  const take = sql.query<TakenJob, { kind: string; now: number; taker: string; leaseUntil: number }>(
    `UPDATE jobs SET state = 'RUNNING', attempts = attempts + 1, taken_by = $taker, lease_until = $leaseUntil
     WHERE id = (SELECT id FROM jobs WHERE state = 'READY' AND kind = $kind AND run_at <= $now
       ORDER BY run_at, rowid LIMIT 1)
     RETURNING id, kind, payload, attempts`,
  )
  const finish = sql.query(`DELETE FROM jobs WHERE ${held}`)
  const retry = sql.query(`UPDATE jobs SET state = 'READY', run_at = $runAt, problem = $problem, ${free} WHERE ${held}`)
  const fail = sql.query(`UPDATE jobs SET state = 'FAILED', problem = $problem, ${free} WHERE ${held}`)
  const giveBack = sql.query(`UPDATE jobs SET state = 'READY', attempts = attempts - 1, ${free} WHERE ${held}`)
  const renew = sql.query("UPDATE jobs SET lease_until = $leaseUntil WHERE state = 'RUNNING' AND taken_by = $taker")
  const others = sql.query<{ taker: string }, { taker: string }>(
    "SELECT DISTINCT taken_by AS taker FROM jobs WHERE state = 'RUNNING' AND taken_by <> $taker",
  )
  const freeTaker = sql.query(`UPDATE jobs SET state = 'READY', ${free} WHERE state = 'RUNNING' AND taken_by = $taker`)
  const freeEnded = sql.query(
    `UPDATE jobs SET state = 'READY', ${free} WHERE state = 'RUNNING' AND taken_by <> $taker AND lease_until <= $now`,
  )
  const nextRun = sql.query<{ at: number | null }, { kind: string }>(
    "SELECT min(run_at) AS at FROM jobs WHERE state = 'READY' AND kind = $kind",
  )
  const nextLease = sql.query<{ at: number | null }, { taker: string }>(
    "SELECT min(lease_until) AS at FROM jobs WHERE state = 'RUNNING' AND taken_by <> $taker",
  )
  const hold = ({ id, attempts }: TakenJob) => ({ id, attempts, taker })

  return {
    /** A key that is already waiting or running keeps the first job; one that has failed for good starts afresh. */
    add: (row: NewRow) => void add.run(row),
    take: (kind: string, now: number, leaseUntil: number) => take.get({ kind, now, taker, leaseUntil }),
    finish: (job: TakenJob) => finish.run(hold(job)).changes > 0,
    retry: (job: TakenJob, runAt: number, problem: string) => retry.run({ ...hold(job), runAt, problem }).changes > 0,
    fail: (job: TakenJob, problem: string) => fail.run({ ...hold(job), problem }).changes > 0,
    /** Puts an interrupted job back as if it had not been tried. */
    giveBack: (job: TakenJob) => void giveBack.run(hold(job)),
    renew: (leaseUntil: number) => void renew.run({ leaseUntil, taker }),
    /**
     * Frees what dead processes hold and what leases have ended on. A taker with our own process id is an earlier boot:
     * in a container every boot has the same one.
     */
    reclaim(now: number, isAlive: (pid: number) => boolean): void {
      for (const other of others.all({ taker })) {
        const pid = pidOf(other.taker)
        if (pid === pidOf(taker) || !isAlive(pid)) freeTaker.run(other)
      }
      freeEnded.run({ taker, now })
    },
    /** When the next of these kinds is due or the next foreign lease ends; undefined when nothing waits. */
    nextAt(kinds: readonly string[]): number | undefined {
      const times = [...kinds.map((kind) => nextRun.get({ kind })?.at), nextLease.get({ taker })?.at]
      const known = times.filter((at) => typeof at === 'number')
      return known.length > 0 ? Math.min(...known) : undefined
    },
  }
}
