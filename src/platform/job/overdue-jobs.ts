import type { TSchema } from '@sinclair/typebox'
import { and, count, eq, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { jobs } from '../../../db/schema/platform/job.ts'
import type { Ctx } from '../../context.ts'
import { hourMs } from '../../lib/time/calendar.ts'
import { servedSince } from '../http/site/served-address.ts'
import { givenState } from '../own-state.ts'
import type { JobDefinition } from './job-kind.ts'

/** The kinds of jobs that this instance leaves waiting, such as emails without a mail server. */
export const idleKindsOf = givenState<{ names(): readonly string[] }>('kinds of jobs that wait')

/** Whether jobs of a kind wait now, without being late. */
export const doesWait = (ctx: Ctx, { isEnabled, mayBegin }: JobDefinition<TSchema, Ctx>): boolean =>
  !isEnabled(ctx) || !mayBegin(ctx)

const overdueMs = hourMs
// Longer than any kind of job may take.
const stuckMs = 25 * hourMs

// Rows that an older version took do not say when.
const takenAt = sql`coalesce(${jobs.takenAt}, ${jobs.runAt})`

const whereOverdue = (db: Db, now: number, idle: readonly string[]) => {
  // A job that was due while the program did not run has waited since its start.
  const isUpLong = servedSince(db) < now - overdueMs
  const stuck = and(eq(jobs.state, 'RUNNING'), lt(takenAt, now - stuckMs))
  if (!isUpLong) return stuck
  const waiting = and(eq(jobs.state, 'READY'), lt(jobs.runAt, now - overdueMs), notInArray(jobs.kind, [...idle]))
  return or(waiting, stuck)
}

/** Counts jobs that wait for over an hour, or run longer than any job may. */
export const overdueJobs = (ctx: Ctx): { kind: string; n: number }[] =>
  ctx.db
    .select({ kind: jobs.kind, n: count() })
    .from(jobs)
    .where(whereOverdue(ctx.db, ctx.now(), idleKindsOf(ctx).names()))
    .groupBy(jobs.kind)
    .all()

export const hasOverdueJob = (ctx: Ctx): boolean =>
  ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(whereOverdue(ctx.db, ctx.now(), idleKindsOf(ctx).names()))
    .limit(1)
    .get() !== undefined
