import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { dayMs, hourMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { givenState } from '../../platform/own-state.ts'
import { lookingOf, queueLookOver } from '../doctor/look-over.ts'
import type { Work } from './backup-child.ts'
import type { Outcome } from './model.ts'
import { forgetFailures, isDoubted, keepRun, readRuns } from './runs.ts'

/** Does the work of a backup beside a service, until the signal ends it. */
export type BackingUp = { run: ((ctx: Ctx, work: Work, signal: AbortSignal) => Promise<Outcome>) | undefined }

/** Given where the service starts. */
export const backingUpOf = givenState<BackingUp>('way to make backups')

const asked = 'asked'
const trialEveryMs = 30 * dayMs
// It reads all that is stored, and a bucket may be far away.
const limitMs = 24 * hourMs

/**
 * Makes a backup each night at the hour of BACKUP_HOUR, and on demand, and once a month restores
 * the newest one into a scratch folder (rule: nightly-backup).
 */
export const nightlyBackupJob = defineJob('nightly-backup', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 3,
  backoff: { firstMs: 600_000, capMs: 3_600_000 },
  limitMs,
  // Another start makes it anew.
  endsAtStop: true,
  isEnabled: (ctx) => backingUpOf(ctx).run !== undefined && ctx.config.backup.to !== undefined,
  atStart: queueTonight,
  run: backUp,
})

export function nextAt(now: number, hour: number): number {
  const today = Math.floor(now / dayMs) * dayMs + hour * hourMs
  return today > now ? today : today + dayMs
}

function queueTonight(ctx: Ctx): void {
  const runAt = nextAt(ctx.now(), ctx.config.backup.hour)
  ctx.jobs.add(nightlyBackupJob, {}, { key: `${runAt}`, runAt })
}

/** Has a backup made now, also where one that failed waits for its next attempt. */
export function askForBackup(ctx: Ctx): void {
  ctx.jobs.remove(nightlyBackupJob, asked)
  ctx.jobs.add(nightlyBackupJob, {}, { key: asked })
}

export function isBackingUp(ctx: Ctx): boolean {
  const job = ctx.jobs.find(nightlyBackupJob, asked)
  return job?.state === 'RUNNING' || (job?.state === 'READY' && job.runAt <= ctx.now())
}

/** Forgets how backups failed, since other settings are in force. Called in a transaction. */
export function forgetFailedBackups(ctx: Ctx): void {
  ctx.jobs.remove(nightlyBackupJob, asked)
  forgetFailures(ctx)
}

async function backUp(ctx: Ctx, _: object, attempt: number, signal: AbortSignal, end: () => void): Promise<void> {
  queueTonight(ctx)
  const before = readRuns(ctx)
  const wasDoubted = isDoubted(ctx)
  const backup = await doWork(ctx, wasDoubted ? 'backup-keep-all' : 'backup', signal)
  const isTrialDue = wasDoubted || ctx.now() - (before.goodTrial?.startedAt ?? 0) > trialEveryMs
  const trial = backup.ok && isTrialDue ? await doWork(ctx, 'trial', signal) : backup
  signal.throwIfAborted()
  // A bucket that was away for a moment is tried again before anybody is told.
  const isLast = attempt === nightlyBackupJob.maxAttempts
  if (!isLast && !backup.ok) throw new Error(backup.problem)
  await ctx.jointly(() => {
    end()
    if (lookingOf(ctx).run && (!trial.ok || before.backup?.problem || wasDoubted)) queueLookOver(ctx)
    queueTonight(ctx)
  })
}

async function doWork(ctx: Ctx, work: Work, signal: AbortSignal): Promise<Outcome> {
  const startedAt = ctx.now()
  const outcome = (await backingUpOf(ctx).run?.(ctx, work, signal)) ?? { ok: false, problem: 'it was not begun' }
  if (!signal.aborted) await ctx.jointly(() => keepRun(ctx, work === 'trial', startedAt, outcome))
  return outcome
}
