import { and, eq, inArray, isNull } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { campaigns } from '../../../db/schema/drop/drop.ts'
import type { Ctx } from '../../context.ts'
import { lockOwed } from '../../earnings/transfer/cover-refund.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { hasClockSettled } from '../../platform/settled-clock.ts'
import { type Campaign, campaignById, refuseOtherMode, visibleCampaign } from '../campaign.ts'
import { canPass, passOn } from './pass-on.ts'
import { type Payout, readPayouts } from './payouts.ts'
import { lookForSent } from './record-outcome.ts'
import { addUnclaimed, unclaimedJob as kind, waitsUntil } from './unclaimed-kind.ts'

/**
 * Passes on the prizes of a drop whose winner deleted their account, or did not take it in a year
 * (rule: unclaimed-prizes).
 */
export const unclaimedJob = defineJob(kind.kind, {
  payload: kind.payload,
  concurrency: 1,
  maxAttempts: 60,
  mayBegin: hasClockSettled,
  atStart: lookAtAll,
  async run(ctx, { campaignId }) {
    const campaign = campaignById(ctx, campaignId)
    // Prizes of another mode wait until the program starts in it.
    if (campaign.mode !== ctx.config.paymentMode) return
    const due = new Set(dueOf(ctx, campaign).map(({ payout }) => payout.artistId))
    // A transfer that is under way ends first.
    await lockOwed(ctx, [...due], async () => {
      if (due.size > 0) await lookForSent(ctx, campaign)
      await ctx.jointly(() => passUnclaimed(ctx, campaignId, due))
    })
  },
})

/** Returns the drops of the present mode whose winners have not all been paid. */
function unpaidDrops({ db, config }: Ctx): Campaign[] {
  const isUnpaid = inArray(campaigns.state, ['CLOSED', 'PAYING'])
  const all = db.select().from(campaigns).where(isUnpaid).all()
  return all.filter(({ mode }) => mode === config.paymentMode)
}

function lookAtAll(ctx: Ctx): void {
  for (const { id } of unpaidDrops(ctx)) ctx.jobs.add(kind, { campaignId: id }, { key: id })
}

/** Returns the drops with a prize that should have passed on, for which no job is left. */
export const stuckDrops = (ctx: Ctx): Campaign[] =>
  unpaidDrops(ctx).filter((each) => dueOf(ctx, each).length > 0 && ctx.jobs.find(kind, each.id) === undefined)

export const passStuck = (ctx: Ctx): Promise<void> => ctx.jointly(() => lookAtAll(ctx))

type Due = { payout: Payout; reason: 'DELETED' | 'LAPSED' }

function dueOf(ctx: Ctx, campaign: Campaign): Due[] {
  return readPayouts(ctx, campaign).flatMap((payout): Due[] => {
    if (!canPass(ctx, payout)) return []
    if (isDeleted(ctx, payout)) return [{ payout, reason: 'DELETED' }]
    const until = payout.status === 'BLOCKED' ? waitsUntil(ctx, payout) : undefined
    return until !== undefined && until <= ctx.now() ? [{ payout, reason: 'LAPSED' }] : []
  })
}

function isDeleted({ db }: Ctx, { artistId }: Payout): boolean {
  const { userId, id } = artists
  const account = db.select({ userId }).from(artists).innerJoin(users, eq(users.id, userId))
  return account.where(and(eq(id, artistId), isNull(users.deletedAt))).get() === undefined
}

function passUnclaimed(ctx: Ctx, campaignId: string, locked: ReadonlySet<string>): void {
  let campaign = campaignById(ctx, campaignId)
  const due = dueOf(ctx, campaign).filter(({ payout }) => locked.has(payout.artistId))
  for (const { payout, reason } of due) campaign = passOn(ctx, campaign, payout, reason)
  addUnclaimed(ctx, campaign)
}

/** Returns a drop that somebody won, also where it is hidden by now (rule: endings), or sees. */
function wonCampaign(ctx: Ctx, id: string, winner: Viewer): Campaign {
  const campaign = campaignById(ctx, id)
  const isTheirs = readPayouts(ctx, campaign).some(({ artistId }) => artistId === winner.artistId)
  return isTheirs ? campaign : visibleCampaign(ctx, id, winner)
}

/** Throws NOT_FOUND, UNAVAILABLE, and BAD_STATE when the caller won no prize, or it was sent. */
export async function declinePrize(ctx: Ctx, author: Viewer, id: string): Promise<Campaign> {
  refuseOtherMode(ctx, wonCampaign(ctx, id, author))
  return lockOwed(ctx, [author.artistId], async () => {
    await lookForSent(ctx, campaignById(ctx, id))
    return ctx.jointly(() => {
      const campaign = wonCampaign(ctx, id, author)
      const own = readPayouts(ctx, campaign).find(({ artistId }) => artistId === author.artistId)
      if (own && canPass(ctx, own)) return passOn(ctx, campaign, own, 'DECLINED')
      throw new AppError('BAD_STATE', say('You have no prize of this drop that you could give up.'))
    })
  })
}
