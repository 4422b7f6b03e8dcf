import { hasCollected } from '../../casset/access/collected.ts'
import { eraseUnheldJob } from '../../casset/track/loss/erase-track.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import type { Goods } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'
import { paidInFull } from '../../order/read-payment.ts'
import { queueRefund } from '../../order/refund-reason.ts'
import { grant } from '../../order/settle/grant.ts'
import { cassetHoldings, emptyCasset, missingMusic } from '../purchase/casset-holdings.ts'
import { preorderText } from '../purchase/preorder-text.ts'
import { refundCalledOff } from '../purchase/refund-called-off.ts'
import { refundRegained } from '../purchase/refund-regained.ts'
import { replaceOpen } from '../purchase/replace-open.ts'
import { hourOf, wholeTape } from '../purchase/whole-tape.ts'
import { creditReferral } from '../referral/credit-referral.ts'
import { restoreReferral, toldReferrer } from '../referral/lost-referral.ts'
import { stateOfRest } from '../rest/free-rest.ts'
import { lostRest } from '../rest/lost-rest.ts'
import { lostCredit } from '../rest/rest.ts'
import { noteRest, replaceOpenRests, restsElsewhere, singlesOfRest } from '../rest/rest-orders.ts'
import { goneText, isSecondRest, isUnderpaid, settleAgain } from '../rest/underpaid-rest.ts'

const holdings = (ctx: Ctx, order: Order) => cassetHoldings(ctx, order, { userId: order.holderId, isGift: false })

const isUnderpaidRest = (ctx: Ctx, order: Order): boolean => order.amountMinor > 0 && isUnderpaid(ctx, order, [order])

/** A buyer collects it once, and the owner of the buyer's referral link is credited. */
export const cassetGoods: Goods = {
  kind: 'casset',
  delivery: 'download',
  deliversAt: hourOf,
  taxed: 'always',
  holding: {
    find: (ctx, order) => holdings(ctx, order).find(),
    isLive: (ctx, order) =>
      order.holderId === null
        ? holdings(ctx, order).find()?.endedAt === null
        : hasCollected(ctx, order.cassetId, order.holderId),
    keepsTracks: true,
    paidElsewhere: (ctx, order) => restsElsewhere(ctx, order.id),
  },
  opening: wholeTape,
  deliver(ctx, order, paid) {
    const { cassetId, amountMinor: ownMinor, creditMinor } = order
    const state = stateOfRest(ctx, order, { cassetId, ownMinor, creditMinor }, paid)
    // A guest's payments stand alone: one held again must not be a second rest of the same tracks.
    refundRegained(ctx, order, state, holdings(ctx, order), () => restsElsewhere(ctx, order.id).length > 0)
    if (isSecondRest(ctx, order)) queueRefund(ctx, 'duplicate', order.id, state)
    grant(ctx, order, state, holdings(ctx, order))
    refundCalledOff(ctx, order, state, wholeTape.calledOffMinor(ctx, order))
    if (isUnderpaidRest(ctx, order)) queueRefund(ctx, 'rest', order.id, state)
    // The person who referred a guest is credited once an account has claimed the purchase: anybody
    // can make up email addresses.
    if (order.holderId !== null) creditReferral(ctx, order, state)
    if (state.isRevoked) ctx.jobs.add(eraseUnheldJob, { cassetId }, { key: cassetId })
    else if (order.holderId !== null) replaceOpen(ctx, { cassetId, holderId: order.holderId }, 'single')
    if (state.isRevoked || creditMinor === 0) return
    noteRest(ctx, order)
    replaceOpenRests(ctx, singlesOfRest(ctx, order.id))
  },
  settleRest(ctx, order) {
    if (isUnderpaidRest(ctx, order) || isSecondRest(ctx, order)) settleAgain(ctx, order)
    if (order.amountMinor > 0) return
    cassetGoods.deliver(ctx, order, paidInFull)
  },
  obstacle: (ctx, order) => emptyCasset(ctx, order) ?? lostCredit(ctx, order),
  lost: {
    ...lostRest,
    missing: (ctx, { cassetId }, _told, paidAt) => missingMusic(ctx, cassetId, paidAt),
    tell: (ctx, order) => ({ ...lostRest.tell?.(ctx, order), ...toldReferrer(ctx, order) }),
    rebuild(ctx, orderId, told) {
      lostRest.rebuild?.(ctx, orderId, told)
      restoreReferral(ctx, orderId, told)
    },
  },
  checkoutPath: () => '',
  get label() {
    return say('Casset ## one')
  },
  receipt: { name: ({ cassetName }) => cassetName },
  sale: {
    did: ({ cassetName: name, order }, who) =>
      order.amountMinor > 0 ? say('{who} bought {name}', { who, name }) : say('{who} got {name}', { who, name }),
    what: ({ cassetName }) => cassetName,
    title: ({ cassetName }) => cassetName,
    name: ({ cassetName }) => cassetName,
    get refundWarning() {
      return say('After a full refund, they lose the casset; after a partial one, they keep it.')
    },
  },
  evidence: {
    product: ({ cassetName, order }, seller) =>
      `"${cassetName}", an album of music by ${seller}. It is digital: right after the payment it can be ` +
      (isOfGuest(order)
        ? 'downloaded by a link that only its buyer has. '
        : 'streamed and downloaded from the account that bought it. ') +
      'The page lists each track, and everybody can hear an excerpt before paying.',
    isInAccount: true,
  },
  email: {
    thanks: (name, seller, isPreorder) =>
      isPreorder
        ? say('{name} by {seller} is ordered, and yours once it opens. How good to have it with you.', { name, seller })
        : say('{name} by {seller} is yours now. How good to have it with you.', { name, seller }),
    agreed: preorderText,
    get kept() {
      return say('You keep what you bought.')
    },
    get ended() {
      return say('You no longer have the casset.')
    },
    more: (ctx, order) => (isUnderpaidRest(ctx, order) ? goneText() : ''),
    get keptAfterAll() {
      return say('Until the refund goes through, you have what you bought.')
    },
  },
  figure: 'sales',
  ledgerName: (_ctx, { cassetName }) => cassetName,
}
