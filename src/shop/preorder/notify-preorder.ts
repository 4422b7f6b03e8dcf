import type { Static } from '@sinclair/typebox'
import { notify } from '../../account/notification/notify.ts'
import { hasCollected } from '../../casset/access/collected.ts'
import { openingOf } from '../../casset/access/opening.ts'
import { cassetForSale } from '../../casset/access/visible-casset.ts'
import { followersAfter } from '../../casset/follow/read-follow.ts'
import { artistsBehind } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { askForOpened } from '../../order/owed-parts.ts'
import { queueRefund } from '../../order/refund-reason.ts'
import { settleOthers } from '../../order/settle/settle-others.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { notifyPreorderKind } from '../../platform/job/job-kinds.ts'
import { type Place, tellInPages, toldAtOnce } from '../../platform/job/tell-in-pages.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { cassetGoods } from '../checkout/casset-goods.ts'
import { endUnpaidPurchase } from '../purchase/end-unpaid-purchase.ts'
import { notifyBuyer, type PreorderNews, toldOf } from './preorder-emails.ts'
import { openedNotification } from './preorder-notification.ts'
import { isRefundable, type Preordered, preorderedAfter } from './preordered.ts'

/**
 * Tells everybody what became of a preorder, each once, and refunds those of one that was called
 * off. After a stop in its middle it goes through all of them again, and tells those who are left.
 */
export const notifyPreorderJob = defineJob(notifyPreorderKind.kind, {
  payload: notifyPreorderKind.payload,
  concurrency: 1,
  maxAttempts: 60,
  async run(ctx, news: Static<typeof notifyPreorderKind.payload>, _attempt, signal) {
    if (news.what === 'opened') await sendOn(ctx, news.cassetId, signal)
    await tellInPages(ctx, signal, (last) => notifyBuyers(ctx, news, last))
    if (news.what !== 'opened') return
    for (const artistId of artistsBehind(ctx, cassetForSale(ctx, news.cassetId).artist.id, news.cassetId)) {
      await tellInPages(ctx, signal, (last) => notifyFollowers(ctx, news, artistId, last))
    }
  },
})

async function sendOn(ctx: Ctx, cassetId: string, signal: AbortSignal): Promise<void> {
  for (let last: string | null = ''; last !== null; ) {
    signal.throwIfAborted()
    const after: string = last
    last = await ctx.jointly(() => askForOpened(ctx, cassetId, after))
  }
}

function notifyBuyers(ctx: Ctx, news: PreorderNews, last: Place): Place[] {
  if (isOver(ctx, news)) return []
  const told = toldOf(ctx, news)
  // Everybody who has a tape that was called off, also by an order after which the clock was set
  // back.
  const until = news.what === 'calledOff' ? Number.MAX_SAFE_INTEGER : news.at
  const page = preorderedAfter(ctx, { cassetId: news.cassetId, until, ...last, most: toldAtOnce })
  for (const each of page) {
    if (doesCount(ctx, each.mode)) notifyBuyer(ctx, news, told, each)
    if (news.what === 'calledOff') takeBack(ctx, each)
  }
  return page.map(({ id, at }) => ({ after: id, afterAt: at }))
}

/** Whether other news of a tape has overtaken these, which are no longer so. */
function isOver(ctx: Ctx, { cassetId, what, at }: PreorderNews): boolean {
  const { opensAt, calledOffAt } = openingOf(ctx, cassetId)
  if (what === 'moved') return opensAt === null
  return what === 'calledOff' && calledOffAt !== at
}

/**
 * Ends what somebody ordered of a tape that was called off. Of a payment for several tapes that is
 * this one; the money of the others stays with them. A payment for this tape that could not be
 * refunded because of what ends is the buyer's again.
 */
function takeBack(ctx: Ctx, { id, order, holderId }: Preordered): void {
  if (isRefundable(ctx, order)) {
    queueRefund(ctx, 'preorder', order.id)
    return
  }
  endUnpaidPurchase(ctx, id)
  const { kind } = cassetGoods
  settleOthers(ctx, { ...order, kind, thingId: null, holderId, mode: ctx.config.paymentMode })
}

function notifyFollowers(ctx: Ctx, { cassetId }: PreorderNews, artistId: string, last: Place): Place[] {
  const { casset, artist } = cassetForSale(ctx, cassetId)
  if (!casset.published || casset.privacy !== 'public') return []
  const details = { name: casset.name, artist: artist.displayName, slug: artist.handle }
  const page = followersAfter(ctx, artistId, { ...last, most: toldAtOnce })
  for (const { userId, artistId: reader } of page) {
    if (hasCollected(ctx, cassetId, userId)) continue
    // Once for a tape, however often its artist gives it an hour and opens it.
    notify(ctx, openedNotification, { artistId: reader, key: cassetId, details })
  }
  return page.map(({ userId, createdAt }) => ({ after: userId, afterAt: createdAt }))
}
