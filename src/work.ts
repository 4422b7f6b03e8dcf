import { Type as t } from '@sinclair/typebox'
import { handleForgotPassword } from './account/forgot-password.ts'
import { completeLetter } from './account/letters.ts'
import { mendTimes } from './account/mend-times.ts'
import { sweepSessions } from './account/session.ts'
import { sweepBlobs } from './blob/sweep-blobs.ts'
import type { Ctx } from './context.ts'
import { buildPack } from './download/build-pack.ts'
import { sweepPack } from './download/sweep-pack.ts'
import { dayAt, dayMs } from './lib/calendar.ts'
import { handleMail } from './mail/send-mail.ts'
import { sweepMails } from './mail/sweep-mails.ts'
import { processEvent } from './order/process-event.ts'
import { refundDuplicate } from './order/refund-duplicate.ts'
import { cutHookAgain, failIngest, ingestTrack } from './track/ingest-track.ts'
import { sweepUpload } from './track/resumable.ts'

const OfTrack = t.Object({ trackId: t.String() })
const OfUpload = t.Object({ uploadId: t.String() })
const OfEvent = t.Object({ eventId: t.String() })
const OfOrder = t.Object({ orderId: t.String() })
const OfPack = t.Object({ cassetId: t.String(), format: t.Union([t.Literal('tagged'), t.Literal('original')]) })
const OfMade = t.Object({ name: t.String({ pattern: '^[0-9a-z-]+\\.zip$' }) })
const OfBlobs = t.Object({ hashes: t.Array(t.String()) })

/** Tells the queue how each kind of job is done. Media work runs two at a time at most: each is a process of its own. */
export function handleJobs(ctx: Ctx): void {
  ctx.jobs.onClockSetBack(() => mendTimes(ctx))
  handleForgotPassword(ctx)
  handleMail(ctx, completeLetter)
  handleSweep(ctx)
  ctx.jobs.handle('process-event', {
    payload: OfEvent,
    // Those of one turn of the event loop share a commit.
    concurrency: 16,
    // About two days, within which the processor comes back or somebody has looked.
    maxAttempts: 60,
    run: ({ eventId }) => processEvent(ctx, eventId),
  })
  ctx.jobs.handle('refund-duplicate', {
    payload: OfOrder,
    concurrency: 1,
    maxAttempts: 60,
    run: ({ orderId }) => refundDuplicate(ctx, orderId),
  })
  ctx.jobs.handle('ingest-track', {
    payload: OfTrack,
    concurrency: 2,
    // One account's long files do not keep another's short one waiting.
    takesTurns: true,
    // A killed server counts as an attempt too, though the file had no part in it; crashes of its child end sooner.
    maxAttempts: 50,
    run: ({ trackId }, attempt) => ingestTrack(ctx, trackId, attempt),
    failed: ({ trackId }) => failIngest(ctx, trackId),
  })
  ctx.jobs.handle('cut-hook', {
    payload: OfTrack,
    concurrency: 1,
    takesTurns: true,
    maxAttempts: 3,
    run: ({ trackId }) => cutHookAgain(ctx, trackId),
  })
  ctx.jobs.handle('build-pack', {
    payload: OfPack,
    concurrency: 2,
    maxAttempts: 5,
    run: ({ cassetId, format }) => buildPack(ctx, cassetId, format),
  })
  ctx.jobs.handle('sweep-pack', {
    payload: OfMade,
    concurrency: 1,
    maxAttempts: 3,
    run: ({ name }) => sweepPack(ctx, name),
  })
  ctx.jobs.handle('sweep-upload', {
    payload: OfUpload,
    concurrency: 1,
    maxAttempts: 3,
    run: ({ uploadId }) => sweepUpload(ctx, uploadId),
  })
  ctx.jobs.handle('sweep-blobs', {
    payload: OfBlobs,
    concurrency: 1,
    maxAttempts: 3,
    run: async ({ hashes }) => sweepBlobs(ctx, hashes),
  })
}

const sweepJob = (runAt: number) => ({
  kind: 'sweep-daily',
  payload: {},
  runAt,
  uniqueKey: `sweep-daily ${dayAt(runAt)}`,
})

/** Once a day, and at each start, what nobody needs any more is removed. */
function handleSweep(ctx: Ctx): void {
  ctx.jobs.handle('sweep-daily', {
    payload: t.Object({}),
    concurrency: 1,
    maxAttempts: 3,
    async run() {
      ctx.jobs.add(sweepJob(ctx.now() + dayMs))
      sweepMails(ctx)
      sweepSessions(ctx)
    },
  })
  ctx.jobs.add(sweepJob(ctx.now()))
}
