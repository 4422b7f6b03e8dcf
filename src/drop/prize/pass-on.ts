import { and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { ledgerAccounts, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { campaignEntries } from '../../../db/schema/drop/drop.ts'
import {
  campaignContributions,
  campaignPassed,
  campaignPayouts,
  type passingReasons,
} from '../../../db/schema/drop/prize.ts'
import { notify } from '../../account/notification/notify.ts'
import { sumOfEntries } from '../../books/ledger/sum-of-entries.ts'
import { closeAccounts } from '../../books/seller/account/close-account.ts'
import type { Ctx } from '../../context.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import type { Campaign } from '../campaign.ts'
import { lapsedNotification, passedNotification } from '../drop-notifications.ts'
import { ownReason } from '../own-reason.ts'
import { contributionsTo } from './contributions.ts'
import { finishIfPaid, hasOpenDispute, payOut } from './pay-winners.ts'
import { type Payout, readPayouts } from './payouts.ts'
import { addReminder } from './remind-winners.ts'
import { shareOut } from './share-out.ts'
import { tellWinner } from './tell-winner.ts'
import { addUnclaimed, countPassed } from './unclaimed-kind.ts'

const mayPass: ReadonlySet<Payout['status']> = new Set(['QUEUED', 'SENDING', 'BLOCKED'])

/** Whether a prize can still go to somebody else: nothing of it has reached its winner. */
export const canPass = (ctx: Ctx, payout: Payout): boolean => mayPass.has(payout.status) && !wasSent(ctx, payout)

function wasSent({ db }: Ctx, { campaignId, artistId }: Payout): boolean {
  const paid = db
    .select({ id: campaignContributions.orderId })
    .from(campaignContributions)
    .where(eq(campaignContributions.campaignId, campaignId))
  const isTheirs = and(eq(ledgerAccounts.kind, 'ARTIST'), eq(ledgerAccounts.artistId, artistId))
  const sent = sumOfEntries(db, and(inArray(ledgerPostings.orderId, paid), isTheirs)).get()
  return (sent?.amount ?? 0) > 0
}

/**
 * Returns the clip with the most points among those of people who have won nothing of a drop and
 * gave nothing of it up; undefined when there is none.
 */
function nextEntry({ db }: Ctx, { id, artistId }: Campaign) {
  const winners = db
    .select({ id: campaignPayouts.artistId })
    .from(campaignPayouts)
    .where(eq(campaignPayouts.campaignId, id))
  const passed = db
    .select({ id: campaignPassed.artistId })
    .from(campaignPassed)
    .where(eq(campaignPassed.campaignId, id))
  const { submissionId, score, isOut } = campaignEntries
  return db
    .select({ artistId: artists.id, submissionId, score })
    .from(campaignEntries)
    .innerJoin(artists, eq(artists.userId, campaignEntries.userId))
    .innerJoin(users, eq(users.id, artists.userId))
    .where(
      and(
        eq(campaignEntries.campaignId, id),
        eq(isOut, false),
        isNull(users.deletedAt),
        isNull(users.suspended),
        notInArray(artists.id, winners),
        notInArray(artists.id, passed),
        sql`${artists.id} <> ${artistId}`,
      ),
    )
    .orderBy(desc(score), asc(submissionId))
    .limit(1)
    .get()
}

/**
 * Takes a prize from its winner, once: it goes to the next place, or back to its payer, as the
 * artist of the drop chose; the drop ends when nobody is left to pay (rule: unclaimed-prizes).
 * Called in a transaction, after `canPass`.
 */
export function passOn(
  ctx: Ctx,
  campaign: Campaign,
  { place, artistId, prize }: Payout,
  reason: (typeof passingReasons)[number],
): Campaign {
  const { id, title, mode } = campaign
  const next = campaign.unclaimed === 'NEXT' ? nextEntry(ctx, campaign) : undefined
  const isTheirs = and(
    eq(campaignPayouts.campaignId, id),
    eq(campaignPayouts.place, place),
    eq(campaignPayouts.artistId, artistId),
  )
  ctx.db
    .update(campaignPayouts)
    .set(next ?? { artistId: campaign.artistId })
    .where(isTheirs)
    .run()
  const nth = countPassed(ctx, id) + 1
  ctx.db.insert(campaignPassed).values({ campaignId: id, nth, place, artistId, reason, passedAt: ctx.now() }).run()
  const details = { id, title, place, prize, isTest: isTestMoney(mode) }
  const key = `${id} ${nth}`
  if (reason === 'LAPSED') notify(ctx, lapsedNotification, { artistId, key, details })
  const isGivenUp = reason !== 'LAPSED'
  notify(ctx, passedNotification, {
    artistId: campaign.artistId,
    key,
    details: { ...details, isGivenUp, isBack: next === undefined },
  })
  const now = readPayouts(ctx, campaign)
  const taken = next && now.find((payout) => payout.place === place)
  if (taken) tellWinner(ctx, campaign, taken)
  const after = share(ctx, campaign, place, now)
  if (reason === 'DELETED') closeAccounts(ctx, artistId)
  return after
}

function share(ctx: Ctx, campaign: Campaign, place: number, payouts: readonly Payout[]): Campaign {
  if (campaign.state === 'PAYING') {
    for (const contribution of contributionsTo(ctx, campaign.id)) shareOut(ctx, campaign, contribution)
    addReminder(ctx, campaign.id, { place })
    addUnclaimed(ctx, campaign)
    return finishIfPaid(ctx, campaign)
  }
  const isNobodyLeft = payouts.every(({ status }) => status === 'BACK')
  if (!isNobodyLeft || hasOpenDispute(ctx, campaign.id)) return campaign
  return payOut(ctx, campaign, { userId: null, reason: ownReason('nobodyLeft') })
}
