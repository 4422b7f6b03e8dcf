import { and, eq, isNull, ne } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { campaignContributions } from '../../../db/schema/drop/prize.ts'
import { disputes } from '../../../db/schema/order/dispute.ts'
import type { Ctx } from '../../context.ts'
import { askForWaiting } from '../../earnings/transfer/owed.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Campaign, ownCampaign, refuseOtherMode } from '../campaign.ts'
import { type MoveCause, moveCampaign, refuseMove } from '../move-campaign.ts'
import { ownReason } from '../own-reason.ts'
import { contributionsTo } from './contributions.ts'
import { readPayouts } from './payouts.ts'
import { coverLosses, winnersOf } from './pool.ts'
import { lookForOutcome } from './record-outcome.ts'
import { addReminder } from './remind-winners.ts'
import { shareOut } from './share-out.ts'
import { tellArrived } from './tell-winner.ts'
import { addUnclaimed } from './unclaimed-kind.ts'

/** The condition that the bank has taken a dispute's money and not decided yet. */
export const isUndecided = and(isNull(disputes.endedAt), ne(disputes.state, 'INQUIRY'))

/** Whether a bank has yet to decide about money that was paid into a drop. */
export const hasOpenDispute = ({ db }: Ctx, campaignId: string): boolean =>
  db
    .select({ id: disputes.id })
    .from(campaignContributions)
    .innerJoin(disputes, eq(disputes.orderId, campaignContributions.orderId))
    .where(and(eq(campaignContributions.campaignId, campaignId), isUndecided))
    .limit(1)
    .get() !== undefined

/**
 * Pays the winners of the caller's drop; while it is being paid, retries waiting payouts. Throws
 * NOT_FOUND, FORBIDDEN, UNAVAILABLE, and BAD_STATE before winners are chosen, while a bank decides
 * about its money, and once all are paid.
 */
export async function payWinners(ctx: Ctx, author: Viewer, id: string): Promise<Campaign> {
  await lookForOutcome(ctx, ownCampaign(ctx, id, author))
  return inTransaction(ctx.db, () => {
    const campaign = ownCampaign(ctx, id, author)
    refuseOtherMode(ctx, campaign)
    if (campaign.state === 'PAYING') {
      for (const { artistId } of winnersOf(ctx, id)) askForWaiting(ctx, artistId)
      return finishIfPaid(ctx, campaign)
    }
    refuseMove(campaign, 'PAYING')
    if (hasOpenDispute(ctx, id)) {
      throw new AppError('BAD_STATE', say('A payment into this drop is disputed.'), {
        hint: say('Its winners are paid when the bank has decided.'),
      })
    }
    return payOut(ctx, campaign, { userId: author.userId })
  })
}

/**
 * Credits each winner's part in the ledger, and queues the transfers to them: the one way of all
 * money for others. Called in a transaction.
 */
export function payOut(ctx: Ctx, campaign: Campaign, cause: MoveCause): Campaign {
  const paying = moveCampaign(ctx, campaign, 'PAYING', cause)
  addReminder(ctx, campaign.id)
  coverLosses(ctx, campaign.id)
  for (const contribution of contributionsTo(ctx, campaign.id)) shareOut(ctx, paying, contribution)
  addUnclaimed(ctx, paying)
  return finishIfPaid(ctx, paying)
}

/**
 * Tells winners whose prize has arrived, and makes a drop PAID once none has money to be sent.
 * Called in a transaction.
 */
export function finishIfPaid(ctx: Ctx, campaign: Campaign): Campaign {
  if (campaign.state !== 'PAYING') return campaign
  if (hasOpenDispute(ctx, campaign.id)) return campaign
  const payouts = readPayouts(ctx, campaign)
  for (const payout of payouts) if (payout.status === 'PAID') tellArrived(ctx, campaign, payout)
  const isLeft = payouts.some(({ status }) => status === 'SENDING' || status === 'BLOCKED')
  return isLeft ? campaign : moveCampaign(ctx, campaign, 'PAID', { userId: null, reason: ownReason('paid') })
}
