import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { diskFaultOf } from '../../lib/file/disk-fault.ts'
import { dayAt, dayMs } from '../../lib/time/calendar.ts'
import type { CheckResult } from '../../platform/check.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { nameOf } from '../../platform/log.ts'
import { givenState, ownState } from '../../platform/own-state.ts'
import { saveFindings } from './findings.ts'
import { notifyOwner } from './notify-owner.ts'

/** How all checks are run beside a service; undefined where it does not run them by itself. */
export type Looking = { run: ((ctx: Ctx) => Promise<CheckResult[]>) | undefined }

/** Given where the service starts: checks read whole tables, so they have their own process. */
export const lookingOf = givenState<Looking>('way to run the checks')

const afterStartMs = 30_000

/**
 * Runs all checks, once a day, after each start and on demand, and tells the owner what is newly
 * wrong, and what is well again (rule: nightly-doctor).
 */
export const lookOverJob = defineJob('look-over', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 3,
  isEnabled: (ctx) => lookingOf(ctx).run !== undefined,
  atStart: (ctx) => ctx.jobs.add(lookOverJob, {}, { key: 'start', runAt: ctx.now() + afterStartMs }),
  run: lookOver,
})

const queueTomorrow = (ctx: Ctx): void => {
  const runAt = ctx.now() + dayMs
  ctx.jobs.add(lookOverJob, {}, { key: `${dayAt(runAt)}`, runAt })
}

export const queueLookOver = (ctx: Ctx): void => ctx.jobs.add(lookOverJob, {}, { key: 'asked' })

const lookedSoon = ownState(() => ({ atMs: Number.NEGATIVE_INFINITY }))
const soonEveryMs = 900_000

/**
 * Has the checks run because something failed that the owner has to know soon. Returns whether it
 * did: at most four times an hour, since whatever failed may fail with each request.
 */
function lookSoon(ctx: Ctx): boolean {
  const state = lookedSoon(ctx)
  const now = ctx.monotonicMs()
  if (now - state.atMs < soonEveryMs) return false
  state.atMs = now
  try {
    if (lookingOf(ctx).run) queueLookOver(ctx)
  } catch (error) {
    // A database that takes nothing at all, or is being closed.
    ctx.log.warn('the checks could not be asked for', { fault: nameOf(error) })
  }
  return true
}

/**
 * Takes faults of the disk and of the bucket, which are opened before there is a context, and from
 * `tellAt` on logs them and has the checks run.
 */
export function createTrouble() {
  let ctx: Ctx | undefined
  const tell = (what: string, fault: string) => {
    if (ctx && lookSoon(ctx)) ctx.log.error(what, { fault })
  }
  return {
    ofDisk: (error: unknown) =>
      tell('the disk did not take what was written', diskFaultOf(error)?.code ?? nameOf(error)),
    ofBucket: ({ fault }: { fault: string }) => tell('a bucket failed', fault),
    tellAt(opened: Ctx) {
      ctx = opened
    },
  }
}

export const isLooking = (ctx: Ctx): boolean =>
  ['READY', 'RUNNING'].includes(ctx.jobs.find(lookOverJob, 'asked')?.state ?? '')

async function lookOver(ctx: Ctx, _: object, _attempt: number, _signal: AbortSignal, end: () => void): Promise<void> {
  // First: the next day's look does not depend on this one.
  queueTomorrow(ctx)
  const results = (await lookingOf(ctx).run?.(ctx)) ?? []
  await ctx.jointly(() => {
    end()
    notifyOwner(ctx, saveFindings(ctx, results))
    queueTomorrow(ctx)
  })
}
