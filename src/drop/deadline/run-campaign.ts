import { inTransaction } from '../../../db/commits.ts'
import { refuseClosed } from '../../casset/access/refuse-closed.ts'
import { visibleHook } from '../../casset/hook/visible-hook.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Campaign, ownCampaign, refuseOtherMode } from '../campaign.ts'
import { addDeadline } from '../deadline-kind.ts'
import { moveCampaign, notNow, refuseMove } from '../move-campaign.ts'
import { endCampaign } from '../prize/contributions.ts'
import { prizeOf } from '../prize/pool.ts'
import { lookForOutcome } from '../prize/record-outcome.ts'

/**
 * Opens the caller's drop for submissions (rule: drop-opening). Throws NOT_FOUND, FORBIDDEN,
 * UNAVAILABLE, and BAD_STATE while it has no money or no terms, when its end has passed, and when
 * its track is not open yet.
 */
export async function launchCampaign(ctx: Ctx, author: Viewer, id: string): Promise<Campaign> {
  await lookForOutcome(ctx, ownCampaign(ctx, id, author))
  return inTransaction(ctx.db, () => {
    const campaign = ownCampaign(ctx, id, author)
    refuseOtherMode(ctx, campaign)
    refuseClosed(visibleHook(ctx, campaign.hookId, author).track, 'hookId')
    if (campaign.state === 'DRAFT' || campaign.state === 'FUNDING' || prizeOf(ctx, campaign).length === 0) {
      throw notNow(campaign, say('Fund it first: it opens when its prize money has arrived.'))
    }
    refuseMove(campaign, 'OPEN')
    if (campaign.terms === '') {
      throw new AppError('BAD_STATE', say('This drop has no terms yet.'), {
        field: 'terms',
        hint: say('Say who may take part, which law applies and where the drop is void.'),
      })
    }
    if (campaign.endsAt <= ctx.now()) throw notNow(campaign, say('Its end has passed.'))
    const opened = moveCampaign(ctx, campaign, 'OPEN', { userId: author.userId })
    addDeadline(ctx, opened)
    return opened
  })
}

/**
 * Cancels the caller's drop; all contributions are refunded. Throws NOT_FOUND, FORBIDDEN,
 * UNAVAILABLE, and BAD_STATE once winners are chosen.
 */
export async function cancelCampaign(ctx: Ctx, author: Viewer, id: string, reason: string): Promise<Campaign> {
  await lookForOutcome(ctx, ownCampaign(ctx, id, author))
  return inTransaction(ctx.db, () => {
    const campaign = ownCampaign(ctx, id, author)
    return endCampaign(ctx, campaign, { userId: author.userId, reason })
  })
}
