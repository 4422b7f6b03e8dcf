import { and, eq, inArray } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { campaignEntries } from '../../../db/schema/drop/drop.ts'
import { campaignPayouts } from '../../../db/schema/drop/prize.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Campaign, ownCampaign, refuseOtherMode } from '../campaign.ts'
import { addDeadline } from '../deadline-kind.ts'
import { type MoveCause, moveCampaign, refuseMove } from '../move-campaign.ts'
import { countEntries, leaders, recountScores } from '../scores.ts'
import { readPayouts } from './payouts.ts'
import { lookForOutcome } from './record-outcome.ts'
import { tellWinner } from './tell-winner.ts'

/**
 * Closes the caller's drop: scores are counted again and frozen, and a payout is queued for each
 * winner. Without a choice, the highest scores win, ties to the earlier (rule: drop-winners).
 * Throws NOT_FOUND, FORBIDDEN, VALIDATION for clips that do not compete, UNAVAILABLE, and BAD_STATE
 * before it is open or with fewer clips than winners.
 */
export async function selectWinners(
  ctx: Ctx,
  author: Viewer,
  id: string,
  chosen?: readonly string[],
): Promise<Campaign> {
  await lookForOutcome(ctx, ownCampaign(ctx, id, author))
  refuseChoice(ctx, ownCampaign(ctx, id, author), chosen)
  await recountScores(ctx, id)
  return ctx.jointly(() => {
    const campaign = ownCampaign(ctx, id, author)
    refuseChoice(ctx, campaign, chosen)
    return closeCampaign(ctx, campaign, { userId: author.userId }, chosen)
  })
}

export const hasEnoughClips = (ctx: Ctx, { id, split }: Campaign): boolean => countEntries(ctx, id) >= split.length

/** Closes a drop with enough clips, by a choice or the scores. Called in a transaction. */
export function closeCampaign(ctx: Ctx, campaign: Campaign, cause: MoveCause, chosen?: readonly string[]): Campaign {
  const { id, split } = campaign
  const ids = chosen ?? leaders(ctx, id, split.length).map(({ submissionId }) => submissionId)
  const entries = entriesOf(ctx, id, ids)
  const rows = split.flatMap((basisPoints, index) => {
    const entry = entries.get(ids[index] ?? '')
    return entry ? [{ ...entry, campaignId: id, place: index + 1, basisPoints }] : []
  })
  ctx.db.insert(campaignPayouts).values(rows).run()
  const closed = moveCampaign(ctx, campaign, 'CLOSED', cause)
  addDeadline(ctx, closed)
  for (const payout of readPayouts(ctx, closed)) tellWinner(ctx, closed, payout)
  return closed
}

function refuseChoice(ctx: Ctx, campaign: Campaign, chosen: readonly string[] | undefined): void {
  refuseOtherMode(ctx, campaign)
  refuseMove(campaign, 'CLOSED')
  const wanted = campaign.split.length
  const entered = countEntries(ctx, campaign.id)
  if (entered < wanted) {
    throw new AppError(
      'BAD_STATE',
      say(
        'This drop has {winners, plural, one {# winner} other {# winners}} and {clips, plural, one {# clip} other {# clips}}.',
        { winners: wanted, clips: entered },
      ),
      {
        hint: say('Wait for more clips, or cancel it: the prize money goes back then.'),
      },
    )
  }
  if (!chosen) return
  if (new Set(chosen).size !== wanted || chosen.length !== wanted) {
    throw invalid(
      'submissionIds',
      say('Choose {differentClips, plural, one {# different clip} other {# different clips}}, best first.', {
        differentClips: wanted,
      }),
    )
  }
  if (entriesOf(ctx, campaign.id, chosen).size < wanted) {
    throw invalid('submissionIds', say('One of these clips does not compete in this drop.'))
  }
}

function entriesOf({ db }: Ctx, campaignId: string, ids: readonly string[]) {
  const compete = and(eq(campaignEntries.campaignId, campaignId), eq(campaignEntries.isOut, false))
  const rows = db
    .select({
      submissionId: campaignEntries.submissionId,
      score: campaignEntries.score,
      artistId: artists.id,
    })
    .from(campaignEntries)
    .innerJoin(artists, eq(artists.userId, campaignEntries.userId))
    .where(and(compete, inArray(campaignEntries.submissionId, [...ids])))
    .all()
  return new Map(rows.map((row) => [row.submissionId, row]))
}
