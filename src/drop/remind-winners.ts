import { Type as t } from '@sinclair/typebox'
import { notify } from '../account/notification/notify.ts'
import type { Ctx } from '../context.ts'
import { dayMs } from '../lib/calendar.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { isTestMoney } from '../platform/payment/mode.ts'
import { campaignById } from './campaign.ts'
import { waitingNotification } from './drop-notifications.ts'
import { readPayouts } from './payouts.ts'

const kind = { kind: 'drop-reminder', payload: t.Object({ campaignId: t.String(), nth: t.Integer({ minimum: 0 }) }) }

/**
 * How long after winners are first to be paid reminders are sent to those who have not set up
 * payouts.
 */
const remindAfterMs = [7, 30, 90, 180, 365].map((days) => days * dayMs)

/**
 * Reminds the winners of a drop whose prize waits until they set up payouts (rule: waiting-prizes).
 */
export const remindWinnersJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 1,
  maxAttempts: 60,
  run: (ctx, { campaignId, nth }) => ctx.jointly(() => remindWinners(ctx, campaignId, nth)),
})

/**
 * Queues the next reminder of a drop that is being paid; there are five. Called in a transaction.
 */
export function addReminder(ctx: Ctx, campaignId: string, nth = 0): void {
  const [before, at] = [remindAfterMs[nth - 1] ?? 0, remindAfterMs[nth]]
  if (at === undefined) return
  ctx.jobs.add(kind, { campaignId, nth }, { key: `${campaignId} ${nth}`, runAt: ctx.now() + at - before })
}

function remindWinners(ctx: Ctx, campaignId: string, nth: number): void {
  const campaign = campaignById(ctx, campaignId)
  const { id, title, mode, state } = campaign
  if (state !== 'PAYING') return
  addReminder(ctx, id, nth + 1)
  // Test money waits for nobody once payments are real, and the other way round.
  if (mode !== ctx.config.paymentMode) return
  const details = { id, title, isTest: isTestMoney(mode) }
  for (const { artistId, prize, status } of readPayouts(ctx, campaign)) {
    if (status !== 'BLOCKED') continue
    notify(ctx, waitingNotification, { artistId, key: `${id} ${nth}`, details: { ...details, prize } })
  }
}
