import { Type as t } from '@sinclair/typebox'
import { sweepSessions } from './account/session.ts'
import type { Ctx } from './context.ts'
import { pruneExports } from './export/end-exports.ts'
import { forgetUnpaid } from './guest/forget-address.ts'
import { defineJob } from './job/define-job.ts'
import { dayAt, dayMs } from './lib/calendar.ts'
import { pruneGrants } from './license/grant.ts'
import { pruneQuotes } from './license/keep-quote.ts'
import { pruneMails, sweepMails } from './mail/sweep-mails.ts'
import { pruneNotifications } from './notification/prune-notifications.ts'
import { feesJob } from './order/fees-job.ts'
import { pruneEvents } from './payment/prune-events.ts'
import { askForAll } from './transfer/owed.ts'

/** Deletes expired data and tries transfers again that were refused and books the processor's fees, once a day and at each start. */
export const sweepDailyJob = defineJob('sweep-daily', {
  payload: t.Object({}),
  concurrency: 1,
  maxAttempts: 3,
  atStart: (ctx) => queueSweep(ctx, ctx.now()),
  run: sweepDaily,
})

const queueSweep = (ctx: Ctx, runAt: number): void => ctx.jobs.add(sweepDailyJob, {}, { runAt, key: `${dayAt(runAt)}` })

async function sweepDaily(ctx: Ctx): Promise<void> {
  queueSweep(ctx, ctx.now() + dayMs)
  sweepMails(ctx)
  sweepSessions(ctx)
  await ctx.jointly(() => {
    askForAll(ctx)
    ctx.jobs.add(feesJob, {}, { key: 'daily' })
  })
  await pruneMails(ctx)
  await pruneEvents(ctx)
  await pruneNotifications(ctx)
  await pruneQuotes(ctx)
  await pruneGrants(ctx)
  await forgetUnpaid(ctx)
  await pruneExports(ctx)
}
