import type Stripe from 'stripe'
import { accountExists } from '../../account/account-exists.ts'
import { eraseUnheldJob } from '../../casset/track/loss/erase-track.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { isoOf, readIsoTime } from '../../lib/time/iso-time.ts'
import type { Goods } from '../../order/goods.ts'
import { endLinks } from '../../order/guest-link.ts'
import { type Order, orderById } from '../../order/order.ts'
import { knowsMore } from '../../order/order-metadata.ts'
import { grant } from '../../order/settle/grant.ts'
import { settleOthers } from '../../order/settle/settle-others.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { keyTo } from '../../platform/mail/queue-email.ts'
import { cassetGoods } from '../checkout/casset-goods.ts'
import { addPurchase } from '../purchase/add-purchase.ts'
import { cassetHoldings, emptyCasset, missingMusic } from '../purchase/casset-holdings.ts'
import { preorderText } from '../purchase/preorder-text.ts'
import { refundCalledOff } from '../purchase/refund-called-off.ts'
import { hourOf, wholeTape } from '../purchase/whole-tape.ts'
import { forgetAgain } from '../rest/forget-guest.ts'
import { claimText, lostGuestLink } from '../rest/lost-guest-link.ts'
import { restoreLinks } from '../rest/told-links.ts'
import { textIn, textMetadata } from '../rest/told-list.ts'
import { changeGift, dayOf, type GiftRow, giftOf, giftPayments, receiverOf, saveGift } from './gift.ts'
import { notifyOfEnd } from './gift-notification.ts'
import { savePassedLink } from './passed-link.ts'
import { queueSending } from './send-gift.ts'
import { isTakenByOther, takenAgain, takenText, tellTaken } from './taken-again.ts'
import { tellTakerOfEnd } from './taker-emails.ts'

const holdings = (ctx: Ctx, order: Order) =>
  cassetHoldings(ctx, order, { userId: receiverOf(ctx, order), isGift: true })

// The processor keeps no empty value, and payments of earlier versions tell no message.
const noMessage = '-'

// The longest message takes two values.
const tellMessage = ({ message }: GiftRow) => ({
  giftMessage1: '',
  ...textMetadata('giftMessage', message ?? noMessage),
})

/** Returns the message that a payment tells; undefined where it tells nothing of it. */
function messageIn(told: Stripe.Metadata): string | null | undefined {
  const text = textIn(told, 'giftMessage')
  return text === noMessage ? null : text || undefined
}

/** Gives a gift to the account that claimed it after the backup. Called in a transaction. */
function claimAgain(ctx: Ctx, order: Order, { giftHolder: holderId }: Stripe.Metadata): void {
  if (holderId === undefined || receiverOf(ctx, order) !== null || !accountExists(ctx, holderId)) return
  addPurchase(ctx, order, holderId)
  changeGift(ctx, order.id, { holderId, claimedAt: ctx.now(), email: '', takerEmail: null })
}

/**
 * Sends a gift where its payer has sent it since the copy that was restored: links that went to
 * another address do not claim it. Called in a transaction.
 */
function moveAgain(ctx: Ctx, order: Order, told: Stripe.Metadata): void {
  const gift = giftOf(ctx, order.id)
  const email = readAddress(told.giftTo ?? '')
  if (gift?.claimedAt === null && email !== undefined) {
    const isMoved = email !== gift.email
    if (isMoved) endLinks(ctx, order.id, 'gift')
    const sendAt = readIsoTime(told.giftAt ?? '') ?? null
    const toldMessage = messageIn(told)
    const message = toldMessage === undefined ? gift.message : toldMessage
    changeGift(ctx, order.id, { email, message, sendAt, ...(isMoved ? { sentAt: null } : {}) })
  }
  // Two people do not have one gift: whoever took it here before the payment was asked keeps it.
  restoreLinks(ctx, order.id, told, isTakenByOther(gift, told) ? 'taken' : undefined)
}

/** A casset for another person: the payer has receipt and refund, the claimer the music. */
export const giftGoods: Goods = {
  kind: 'gift',
  delivery: 'download',
  deliversAt: (ctx, order) => hourOf(ctx, order) ?? dayOf(ctx, order.id),
  taxed: 'always',
  holding: {
    find: (ctx, order) => holdings(ctx, order).find(),
    keepsTracks: true,
    given: {
      payments: (ctx, order) => (order.kind === cassetGoods.kind ? giftPayments(ctx, order) : []),
    },
  },
  opening: wholeTape,
  deliver(ctx, order, state) {
    const wasHeld = holdings(ctx, order).find()?.endedAt === null
    grant(ctx, order, state, holdings(ctx, order))
    refundCalledOff(ctx, order, state, wholeTape.calledOffMinor(ctx, order))
    changeGift(ctx, order.id, { isPaid: true })
    const gift = giftOf(ctx, order.id)
    if (!state.isRevoked && gift?.claimedAt === null) savePassedLink(ctx, gift)
    if (!state.isRevoked) return queueSending(ctx, order)
    const { cassetId } = order
    const holderId = receiverOf(ctx, order)
    ctx.jobs.add(eraseUnheldJob, { cassetId }, { key: cassetId })
    if (!wasHeld) return
    if (holderId === null) return tellTakerOfEnd(ctx, order)
    notifyOfEnd(ctx, order, holderId)
    // Another payment for the same, which could not be refunded, gives it to them again.
    settleOthers(ctx, { ...order, kind: cassetGoods.kind, holderId })
  },
  obstacle: emptyCasset,
  lost: {
    tell(ctx, order) {
      const gift = giftOf(ctx, order.id)
      return {
        ...lostGuestLink.tell?.(ctx, order),
        // An empty value is unset: an address that is forgotten, a day that is over.
        ...(gift
          ? { giftTo: gift.email, giftAt: isoOf(gift.sendAt) ?? '', ...tellMessage(gift), ...tellTaken(gift) }
          : {}),
        ...(gift?.holderId ? { giftHolder: gift.holderId } : {}),
      }
    },
    missing: (ctx, { cassetId }, _told, paidAt) => missingMusic(ctx, cassetId, paidAt),
    rebuild(ctx, orderId, told) {
      lostGuestLink.rebuild?.(ctx, orderId, told)
      const order = orderById(ctx, orderId)
      if (!order) return
      const email = readAddress(told.giftTo ?? '') ?? ''
      saveGift(ctx, order, { email, message: messageIn(told) ?? null, sendAt: readIsoTime(told.giftAt ?? '') ?? null })
      takenAgain(ctx, orderId, told)
      claimAgain(ctx, order, told)
    },
    behind: (ctx, order, told) =>
      told.giftHolder === undefined || receiverOf(ctx, order) !== null
        ? takenText(ctx, order.id, told)
        : claimText(ctx, order, told.giftHolder),
    catchUp(ctx, order, told) {
      if (knowsMore(order, told)) moveAgain(ctx, order, told)
      forgetAgain(ctx, order, told)
      takenAgain(ctx, order.id, told)
      claimAgain(ctx, order, told)
    },
  },
  checkoutPath: () => '/gift',
  get label() {
    return say('Gift ## one')
  },
  receipt: { name: ({ cassetName: name }) => say('{name} as a gift', { name }) },
  sale: {
    did: ({ cassetName: name }, who) => say('{who} gave {name} to somebody', { who, name }),
    what: ({ cassetName }) => cassetName,
    title: ({ cassetName }) => cassetName,
    name: ({ cassetName: name }) => say('{name} as a gift', { name }),
    get refundWarning() {
      return say('After a full refund, whoever got the gift loses the casset; after a partial one, they keep it.')
    },
  },
  evidence: {
    product: ({ cassetName }, seller) =>
      `"${cassetName}", an album of music by ${seller}, bought as a gift: its link was sent to the address that ` +
      'the buyer entered, or shown to the buyer to pass on. It is digital. The page ' +
      'lists each track, and everybody can hear an excerpt before paying.',
    isInAccount: false,
  },
  email: {
    thanks: (name, seller) =>
      say('{name}, by {seller}, is paid. Whoever you give it to takes it with its link.', { name, seller }),
    way: ({ site }) => [keyTo(say('See your gift'), `${site.origin}/library#given`)],
    agreed: preorderText,
    get kept() {
      return say('The gift stays with the person you gave it to.')
    },
    get ended() {
      return say('The gift has ended: the person you gave it to no longer has the casset.')
    },
    get keptAfterAll() {
      return say('Until the refund goes through, the gift stays with the person you gave it to.')
    },
  },
  figure: 'sales',
  ledgerName: (_ctx, { cassetName }) => `${cassetName}, as a gift`,
}
