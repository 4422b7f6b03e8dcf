import { Type as t } from '@sinclair/typebox'
import { pruneNotifications } from '../account/notification/prune-notifications.ts'
import { sweepSessions } from '../account/session.ts'
import { forgetLetterOrders } from '../audience/letter/letter-cookie.ts'
import { pruneOptIns } from '../audience/opt-in/opt-in.ts'
import { sumPlayMonths } from '../casset/play/sum-months.ts'
import { prunePlaylists } from '../casset/playlist/playlist.ts'
import type { Ctx } from '../context.ts'
import { askForAll } from '../earnings/transfer/owed.ts'
import { dayAt, dayMs } from '../lib/calendar.ts'
import { forgetUnpaid } from '../order/change-parties.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { feesJob } from '../platform/job/job-kinds.ts'
import { pruneMails, sweepMails } from '../platform/mail/sweep-mails.ts'
import { pruneEvents } from '../platform/payment/prune-events.ts'
import { hasClockSettled } from '../platform/settled-clock.ts'
import { pruneGrants } from '../release/license/grant.ts'
import { pruneQuotes } from '../release/license/save-quote.ts'
import { pruneRequests } from '../release/request/request.ts'
import { forgetUnpaidGifts } from '../shop/gift/gift.ts'
import { pruneExports } from './export/end-exports.ts'

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
  if (hasClockSettled(ctx)) await deleteOld(ctx)
  await ctx.jointly(() => {
    end()
    // Where the clock was set back, this job was tomorrow's, and no other could be queued beside
    // it.
    queueSweep(ctx, ctx.now() + dayMs)
  })
}

async function deleteOld(ctx: Ctx): Promise<void> {
  sweepMails(ctx)
  sweepSessions(ctx)
  forgetLetterOrders(ctx)
  await pruneMails(ctx)
  await pruneOptIns(ctx)
  await prunePlaylists(ctx)
  await pruneEvents(ctx)
  await pruneNotifications(ctx)
  await pruneQuotes(ctx)
  await pruneRequests(ctx)
  await pruneGrants(ctx)
  await forgetUnpaid(ctx)
  await forgetUnpaidGifts(ctx)
  await pruneExports(ctx)
  await sumPlayMonths(ctx)
}
