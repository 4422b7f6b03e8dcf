import { type Static, Type as t } from '@sinclair/typebox'
import { notify } from '../../account/notification/notify.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { campaignById } from '../campaign.ts'
import { waitingNotification } from '../drop-notifications.ts'
import { readPayouts } from './payouts.ts'
import { hasPassed, waitsUntil } from './unclaimed-kind.ts'

const kind = {
  kind: 'drop-reminder',
  payload: t.Object({
    campaignId: t.String(),
    nth: t.Integer({ minimum: 0 }),
    place: t.Optional(t.Integer({ description: 'only its winner, to whom it passed on' })),
  }),
}

/**
 * How long after winners are first to be paid reminders are sent to those who have not set up
 * payouts: the last one a month before the prize passes on.
 */
const remindAfterMs = [7, 30, 90, 180, 335].map((days) => days * dayMs)

/** Reminds winners whose prize waits until they set up payouts (rule: waiting-prizes). */
export const remindWinnersJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 1,
  maxAttempts: 60,
  run: (ctx, reminder) => ctx.jointly(() => remindWinners(ctx, reminder)),
})

type Nth = { nth?: number; place?: number | undefined }

/**
 * Queues the next reminder of a drop that is being paid, or of one place that passed on; there are
 * five. Called in a transaction.
 */
export function addReminder(ctx: Ctx, campaignId: string, { nth = 0, place }: Nth = {}): void {
  const [before, at] = [remindAfterMs[nth - 1] ?? 0, remindAfterMs[nth]]
  if (at === undefined) return
  const runAt = ctx.now() + at - before
  if (place === undefined) ctx.jobs.add(kind, { campaignId, nth }, { key: `${campaignId} ${nth}`, runAt })
  else ctx.jobs.add(kind, { campaignId, nth, place }, { key: `${campaignId} ${nth} ${place} ${runAt}`, runAt })
}

function remindWinners(ctx: Ctx, { campaignId, nth, place }: Static<typeof kind.payload>): void {
  const campaign = campaignById(ctx, campaignId)
  const { id, title, mode, state } = campaign
  if (state !== 'PAYING') return
  addReminder(ctx, id, { nth: nth + 1, place })
  // Test money waits for nobody once payments are real, and the other way round.
  if (mode !== ctx.config.paymentMode) return
  const details = { id, title, isTest: isTestMoney(mode) }
  for (const payout of readPayouts(ctx, campaign)) {
    const { artistId, prize, status } = payout
    // A place that passed on has reminders of its own, also after another pass.
    const isMeant = place === undefined ? !hasPassed(ctx, payout) : payout.place === place
    if (status !== 'BLOCKED' || !isMeant) continue
    const until = waitsUntil(ctx, payout)
    const told = { ...details, prize, ...(until === undefined ? {} : { until }) }
    notify(ctx, waitingNotification, { artistId, key: `${id} ${nth}`, details: told })
  }
}
