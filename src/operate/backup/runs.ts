import { and, desc, eq, gt, isNotNull, isNull, lt, lte } from 'drizzle-orm'
import { backupRuns } from '../../../db/schema/operate/backup.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Owner } from '../../platform/backup/kept-backups.ts'
import type { Outcome } from './model.ts'

export type Run = typeof backupRuns.$inferSelect

const keptMs = 400 * dayMs

/** Keeps how a backup or trial ended. Called in a transaction. */
export function keepRun(ctx: Ctx, isTrial: boolean, startedAt: number, outcome: Outcome): void {
  const run: Run = {
    id: ctx.uuid(),
    isTrial,
    startedAt,
    endedAt: ctx.now(),
    name: outcome.ok ? outcome.name : null,
    problem: problemOf(outcome),
    files: outcome.ok ? outcome.files : 0,
    bytes: outcome.ok ? outcome.bytes : 0,
    newBytes: outcome.ok ? outcome.newBytes : 0,
  }
  ctx.db.insert(backupRuns).values(run).run()
  const whereOld = lt(backupRuns.startedAt, ctx.now() - keptMs)
  ctx.db.delete(backupRuns).where(whereOld).run()
}

/** Forgets the backups that failed since the last good one. */
export function forgetFailures(ctx: Ctx): void {
  const good = newest(ctx, false, true)?.startedAt ?? 0
  const where = and(eq(backupRuns.isTrial, false), isNotNull(backupRuns.problem), gt(backupRuns.startedAt, good))
  ctx.db.delete(backupRuns).where(where).run()
}

function problemOf(outcome: Outcome): string | null {
  if (!outcome.ok) return outcome.problem
  return outcome.damaged.length === 0 ? null : `files of the site are damaged: ${outcome.damaged.join(', ')}`
}

// One of a clock that was ahead tells nothing of the nights since.
const newest = ({ db, now }: Ctx, isTrial: boolean, isGood: boolean): Run | undefined =>
  db
    .select()
    .from(backupRuns)
    .where(
      and(
        eq(backupRuns.isTrial, isTrial),
        lte(backupRuns.startedAt, now()),
        isGood ? isNull(backupRuns.problem) : undefined,
      ),
    )
    .orderBy(desc(backupRuns.startedAt), desc(backupRuns.id))
    .limit(1)
    .get()

/** Returns which backups of a place are this site's (rule: backup-owner). */
export function ownerOf({ db, instanceId }: Ctx): Owner {
  const where = and(eq(backupRuns.isTrial, false), isNull(backupRuns.problem))
  const made = db.select({ name: backupRuns.name }).from(backupRuns).where(where).all()
  return { deckId: instanceId, names: new Set(made.flatMap(({ name }) => name ?? [])) }
}

/** Returns whether the last trial failed: an older backup may be the last good one. */
export const isDoubted = (ctx: Ctx): boolean => (newest(ctx, true, false)?.problem ?? null) !== null

export const readRuns = (ctx: Ctx) => ({
  backup: newest(ctx, false, false),
  goodBackup: newest(ctx, false, true),
  trial: newest(ctx, true, false),
  goodTrial: newest(ctx, true, true),
})
