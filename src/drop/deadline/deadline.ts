import { inArray } from 'drizzle-orm'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import { notify } from '../../account/notification/notify.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { hasClockSettled } from '../../platform/settled-clock.ts'
import { campaignById } from '../campaign.ts'
import { addDeadline, deadlineOf, deadlineJob as kind } from '../deadline-kind.ts'
import { endedNotification } from '../drop-notifications.ts'
import { ownReason } from '../own-reason.ts'
import { endCampaign } from '../prize/contributions.ts'
import { hasOpenDispute, payOut } from '../prize/pay-winners.ts'
import { lookForOutcome } from '../prize/record-outcome.ts'
import { closeCampaign, hasEnoughClips } from '../prize/select-winners.ts'
import { recountScores } from '../scores.ts'

const disputeRestMs = dayMs

/**
 * Ends a drop that its artist did not end: the leaders win and are paid. The money of a drop that
 * never opened, or had fewer clips than winners, is refunded (rule: drop-deadlines).
 */
export const deadlineJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 1,
  maxAttempts: 60,
  mayBegin: hasClockSettled,
  atStart: addDeadlines,
  async run(ctx, { campaignId }) {
    const campaign = campaignById(ctx, campaignId)
    const due = deadlineOf(campaign, ctx.now())
    if (due !== null && due <= ctx.now()) {
      await lookForOutcome(ctx, campaign)
      if (campaign.state === 'OPEN') await recountScores(ctx, campaignId)
    }
    await ctx.jointly(() => meetDeadline(ctx, campaignId))
  },
})

/** Queues due checks of drops of the present mode; those of others wait until it is back. */
function addDeadlines(ctx: Ctx): void {
  const waiting = inArray(campaigns.state, ['FUNDING', 'FUNDED', 'OPEN', 'CLOSED'])
  for (const campaign of ctx.db.select().from(campaigns).where(waiting).all()) {
    if (campaign.mode === ctx.config.paymentMode) addDeadline(ctx, campaign)
  }
}

function meetDeadline(ctx: Ctx, campaignId: string): void {
  const campaign = campaignById(ctx, campaignId)
  const now = ctx.now()
  const due = deadlineOf(campaign, now)
  if (due === null || campaign.mode !== ctx.config.paymentMode) return
  if (campaign.state === 'OPEN' && now > campaign.endsAt && now < due) {
    const { artistId, title } = campaign
    notify(ctx, endedNotification, { artistId, key: campaignId, details: { id: campaignId, title, until: due } })
  }
  const by = ctx.uuid()
  if (now < due) {
    addDeadline(ctx, campaign, { by })
  } else if (campaign.state === 'OPEN' && hasEnoughClips(ctx, campaign)) {
    closeCampaign(ctx, campaign, { userId: null, reason: ownReason('notChosen') })
  } else if (campaign.state !== 'CLOSED') {
    endCampaign(ctx, campaign, { userId: null, reason: ownReason('notClosed') })
  } else if (hasOpenDispute(ctx, campaignId)) {
    addDeadline(ctx, campaign, { notBefore: now + disputeRestMs, by })
  } else {
    payOut(ctx, campaign, { userId: null, reason: ownReason('waited') })
  }
}
