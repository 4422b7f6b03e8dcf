import { and, between, count, eq, isNull, ne } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { campaignEntries } from '../../db/schema/drop/drop.ts'
import { referralCredits, referralLinks } from '../../db/schema/shop/referral.ts'
import { notify } from '../account/notification/notify.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import { dayMs } from '../lib/time/calendar.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { whereCounted } from '../platform/payment/mode.ts'
import { type Campaign, campaignById, visibleCampaign } from './campaign.ts'
import { entryNotification } from './drop-notifications.ts'
import { notNow } from './move-campaign.ts'
import { noteScores } from './score-news.ts'
import { points } from './scores.ts'

const hasEnded = (hint: string) => new AppError('BAD_STATE', say('This drop has ended.'), { hint })

/**
 * Returns the drop that somebody wants to enter with a clip of a hook. Throws NOT_FOUND for a drop
 * that is hidden or about another hook, and BAD_STATE unless it is open, and they may enter
 * (rule: drop-entries).
 */
export function campaignToEnter(ctx: Ctx, author: Viewer, campaignId: string, hookId: string): Campaign {
  const campaign = visibleCampaign(ctx, campaignId, author)
  if (campaign.hookId !== hookId) throw notFound('drop')
  if (campaign.state !== 'OPEN') throw notNow(campaign)
  if (ctx.now() > campaign.endsAt) throw hasEnded(say('It takes no more clips.'))
  if (campaign.artistId === author.artistId) throw new AppError('BAD_STATE', say('You cannot enter your own drop.'))
  const { minAccountAgeDays } = campaign
  const since = ctx.db.select({ at: users.createdAt }).from(users).where(eq(users.id, author.userId)).get()?.at ?? 0
  if (minAccountAgeDays > 0 && ctx.now() < since + minAccountAgeDays * dayMs) {
    throw new AppError(
      'BAD_STATE',
      say('Accounts have to be {minAccountAgeDays} days old to enter this drop.', { minAccountAgeDays }),
    )
  }
  return campaign
}

/** Returns how many collected a drop's casset by somebody's link since the drop opened. */
function collectedBy({ db }: Ctx, userId: string, { cassetId, mode, openedAt, endsAt }: Campaign): number {
  const isCounted = and(
    isNull(referralCredits.endedAt),
    ne(referralCredits.userId, userId),
    whereCounted(referralCredits.mode, mode),
    between(referralCredits.creditedAt, openedAt ?? 0, endsAt),
  )
  const row = db
    .select({ credits: count() })
    .from(referralLinks)
    .innerJoin(referralCredits, eq(referralCredits.code, referralLinks.code))
    .where(and(eq(referralLinks.userId, userId), eq(referralLinks.cassetId, cassetId), isCounted))
    .get()
  return row?.credits ?? 0
}

/**
 * Enters a clip into a drop. Collects through its maker's link since the opening count already.
 * Throws BAD_STATE for a second clip of the same person. Called in the transaction that submits the
 * clip.
 */
export function enterCampaign(ctx: Ctx, author: Viewer, campaign: Campaign, submissionId: string): void {
  const { id: campaignId, title, artistId } = campaign
  const ofOne = and(eq(campaignEntries.campaignId, campaignId), eq(campaignEntries.userId, author.userId))
  if (ctx.db.select().from(campaignEntries).where(ofOne).get()) {
    throw new AppError('BAD_STATE', say('You are in this drop already: one clip a person.'), {
      hint: say('Withdraw it first.'),
    })
  }
  const { userId } = author
  const collects = collectedBy(ctx, userId, campaign)
  const row = { submissionId, campaignId, userId, collects, score: collects * points.collect }
  ctx.db.insert(campaignEntries).values(row).run()
  notify(ctx, entryNotification, {
    artistId,
    actorId: author.artistId,
    key: submissionId,
    details: { id: campaignId, title },
  })
  noteScores(ctx, campaignId)
}

/**
 * Returns the open drop in which a clip competes, in any mode; undefined when it competes in none.
 * Throws BAD_STATE between the end of the drop and the choice of its winners, when scores must not
 * change.
 */
export function openDropOf(ctx: Ctx, campaignId: string | null): Campaign | undefined {
  if (campaignId === null) return undefined
  const campaign = campaignById(ctx, campaignId)
  if (campaign.state !== 'OPEN') return undefined
  if (ctx.now() <= campaign.endsAt) return campaign
  throw hasEnded(say('Its winners are being chosen: likes stay as they are until then.'))
}
