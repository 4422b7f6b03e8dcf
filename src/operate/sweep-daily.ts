import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../context.ts'
import { askForAll } from '../earnings/transfer/owed.ts'
import { dayAt, dayMs } from '../lib/time/calendar.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { feesJob } from '../platform/job/job-kinds.ts'
import { hasClockSettled } from '../platform/settled-clock.ts'
import { sweepsOf } from '../platform/sweep.ts'

/**
 * Retries refused transfers, books the processor's fees, and deletes expired data unless the clock
 * may be wrong (rule: wrong-clock): once a day and at each start.
 */
export const sweepDailyJob = defineJob('sweep-daily', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 3,
  atStart: (ctx) => queueSweep(ctx, ctx.now()),
  run: sweepDaily,
})

const queueSweep = (ctx: Ctx, runAt: number): void => ctx.jobs.add(sweepDailyJob, {}, { runAt, key: `${dayAt(runAt)}` })

async function sweepDaily(ctx: Ctx, _: object, _attempt: number, _signal: AbortSignal, end: () => void): Promise<void> {
  queueSweep(ctx, ctx.now() + dayMs)
  await ctx.jointly(() => {
    askForAll(ctx)
    ctx.jobs.add(feesJob, {}, { key: 'daily' })
  })
  if (hasClockSettled(ctx)) for (const sweep of sweepsOf(ctx)) await sweep(ctx)
  await ctx.jointly(() => {
    end()
    // Where the clock was set back, this job was tomorrow's, and no other could be queued beside
    // it.
    queueSweep(ctx, ctx.now() + dayMs)
  })
}
