import { Type as t } from '@sinclair/typebox'
import { and, asc, type Column, count, eq, getTableColumns, gt, inArray, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isAmong } from '../../../db/among.ts'
import { assigned, prepared, rawStatement, wholeRow } from '../../../db/prepared.ts'
import { jobs } from '../../../db/schema/platform/job.ts'

const { placeholder } = sql
const { state, kind, runAt, uniqueKey, lane, takenBy, leaseUntil, attempts, kills } = jobs

const whereRunning = eq(state, 'RUNNING')
const whereTakenBy = and(whereRunning, eq(takenBy, placeholder('worker')))
const whereHeld = and(whereTakenBy, eq(jobs.id, placeholder('id')), eq(attempts, placeholder('attempts')))
const whereDue = and(eq(state, 'READY'), eq(kind, placeholder('kind')), lte(runAt, placeholder('now')))
const byWaiting = [asc(runAt), sql`rowid`]
const free = { takenBy: null, takenAt: null, leaseUntil: null }
const retried = { ...free, state: 'READY', runAt: assigned('runAt'), setAt: assigned('now') } as const
const taken = {
  state: 'RUNNING',
  attempts: sql`${attempts} + 1`,
  takenBy: assigned('worker'),
  takenAt: assigned('now'),
  leaseUntil: assigned('leaseUntil'),
} as const
const takenJob = { id: jobs.id, kind, payload: jobs.payload, attempts, kills }

/** Returns the columns of a row that was not inserted because of another one. */
const excluded = (column: Column) => sql`excluded.${sql.identifier(column.name)}`

export const insert = prepared((db) =>
  db
    .insert(jobs)
    .values(wholeRow(jobs))
    .onConflictDoUpdate({
      target: uniqueKey,
      set: Object.fromEntries(Object.entries(getTableColumns(jobs)).map(([name, column]) => [name, excluded(column)])),
      setWhere: eq(state, 'FAILED'),
    }),
)
export const heldOf = prepared((db) =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isAmong(jobs.id, placeholder('ids')), whereTakenBy)),
)
export const byKey = prepared((db) =>
  db
    .select({ state, problem: jobs.problem, runAt: jobs.runAt })
    .from(jobs)
    .where(eq(uniqueKey, placeholder('uniqueKey'))),
)
export const removeIdle = prepared((db) =>
  db.delete(jobs).where(and(eq(uniqueKey, placeholder('uniqueKey')), ne(state, 'RUNNING'))),
)
export const hastenIdle = prepared((db) => {
  const whereIdle = and(
    eq(kind, placeholder('kind')),
    eq(state, 'READY'),
    gt(runAt, placeholder('now')),
    lte(jobs.setAt, placeholder('since')),
  )
  const some = db.select({ id: jobs.id }).from(jobs).where(whereIdle).limit(placeholder('most'))
  const set = { runAt: assigned('now'), setAt: assigned('now') }
  return db.update(jobs).set(set).where(inArray(jobs.id, some)).returning({ id: jobs.id })
})
export const takeDue = prepared((db) => {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(whereDue)
    .orderBy(...byWaiting)
    .limit(placeholder('most'))
  return db.update(jobs).set(taken).where(inArray(jobs.id, due)).returning(takenJob)
})
export const takeDueOfLane = prepared((db) => {
  const whereOfLane = and(whereDue, sql`${lane} IS ${placeholder('lane')}`)
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(whereOfLane)
    .orderBy(...byWaiting)
    .limit(1)
  return db.update(jobs).set(taken).where(eq(jobs.id, due)).returning(takenJob)
})
export const dueLanes = prepared((db) => {
  const since = sql<number>`min(${runAt})`.as('since')
  const first = sql<number>`min(rowid)`.as('first')
  const waiting = db.select({ lane, since, first }).from(jobs).where(whereDue).groupBy(lane).as('waiting')
  const running = alias(jobs, 'running')
  const whereSame = and(
    eq(running.state, 'RUNNING'),
    eq(running.kind, placeholder('kind')),
    sql`${running.lane} IS ${waiting.lane}`,
  )
  const counted = db.select({ running: count() }).from(running).where(whereSame)
  return db
    .select({ lane: waiting.lane, running: sql<number>`${counted}` })
    .from(waiting)
    .orderBy(asc(waiting.since), asc(waiting.first))
})
export const finishHeld = prepared((db) => db.delete(jobs).where(whereHeld).returning({ id: jobs.id }))
export const retryHeld = prepared((db) =>
  db
    .update(jobs)
    .set({ ...retried, kills: 0, problem: assigned('problem') })
    .where(whereHeld)
    .returning({ id: jobs.id }),
)
export const failHeld = prepared((db) =>
  db
    .update(jobs)
    .set({ ...free, state: 'FAILED', problem: assigned('problem') })
    .where(whereHeld)
    .returning({ id: jobs.id }),
)
export const giveHeldBack = prepared((db) =>
  db
    .update(jobs)
    .set({ ...free, state: 'READY', attempts: sql`${attempts} - 1` })
    .where(whereHeld),
)
export const renewHeld = prepared((db) =>
  db
    .update(jobs)
    .set({ leaseUntil: assigned('leaseUntil') })
    .where(whereTakenBy),
)
export const otherWorkers = prepared((db) =>
  db
    .select({ worker: sql<string>`${takenBy}`, until: sql<number>`min(${leaseUntil})` })
    .from(jobs)
    .where(and(whereRunning, ne(takenBy, placeholder('worker'))))
    .groupBy(takenBy),
)
export const heldBy = prepared((db) =>
  db
    .select({ id: jobs.id, kills })
    .from(jobs)
    .where(whereTakenBy)
    .orderBy(asc(kills), ...byWaiting),
)
export const freeKilled = prepared((db) =>
  db
    .update(jobs)
    .set({ ...retried, attempts: sql`${attempts} - 1`, kills: assigned('kills') })
    .where(eq(jobs.id, placeholder('id'))),
)
export const freeEnded = prepared((db) =>
  db
    .update(jobs)
    .set({ ...free, state: 'READY' })
    .where(and(whereRunning, ne(takenBy, placeholder('worker')), lte(leaseUntil, placeholder('now')))),
)
export const shorten = prepared((db) =>
  db
    .update(jobs)
    .set({ leaseUntil: assigned('until') })
    .where(and(whereTakenBy, gt(leaseUntil, placeholder('until')))),
)
export const bringAllBack = prepared((db) =>
  db
    .update(jobs)
    .set({ runAt: sql`${placeholder('now')} + max(0, ${runAt} - ${jobs.setAt})`, setAt: assigned('now') })
    .where(gt(jobs.setAt, placeholder('now'))),
)
const NextOfKind = t.Object({ kind: t.String(), at: t.Integer() })
// Raw: one index lookup for each kind of a list, instead of a scan of all waiting jobs.
export const nextOfKinds = rawStatement<typeof NextOfKind, { kinds: string }>(
  NextOfKind,
  `SELECT kind, at FROM (SELECT value AS kind, (SELECT min(run_at) FROM jobs WHERE state = 'READY' AND kind = value) AS at
   FROM json_each($kinds)) WHERE at IS NOT NULL`,
)
