import { hasCollected } from '../../casset/access/collected.ts'
import { cassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { orderOfLink } from '../../order/guest-link.ts'
import type { Order } from '../../order/order.ts'
import { hasOrdered } from '../../order/settle/deliver.ts'
import { tellLater } from '../../order/tell-payment.ts'
import { noteDelivered } from '../../order/withdrawal-offer.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { forgetReader } from '../../platform/mail/forget-mails.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { claimPurchase } from '../guest/claim-purchase.ts'
import { addPurchase } from '../purchase/add-purchase.ts'
import type { Claimed } from '../purchase/shape.ts'
import { changeGift, type GiftRow, giftOf } from './gift.ts'
import { notifyOfClaim } from './gift-notification.ts'

/** The gift behind a link, and why this viewer does not get it; null when they do. */
export type GiftClaim = { order: Order; gift: GiftRow; isTheirs: boolean; problem: AppError | null }

/**
 * Returns what the link of a gift gives to a viewer, or to a visitor who signs in. Throws NOT_FOUND
 * for a link that we did not issue.
 */
export const readGiftLink = (ctx: Ctx, viewer: Viewer | null, secret: string): GiftClaim =>
  readLink(ctx, viewer, secret, 'gift')

/** Returns the same of the link of whoever took a gift without an account, until it is claimed. */
export const readTaken = (ctx: Ctx, viewer: Viewer | null, secret: string): GiftClaim =>
  readLink(ctx, viewer, secret, 'taken')

function readLink(ctx: Ctx, viewer: Viewer | null, secret: string, purpose: 'gift' | 'taken'): GiftClaim {
  const order = orderOfLink(ctx, purpose, secret)
  const gift = order && giftOf(ctx, order.id)
  if (!gift) throw notFound('link')
  const isTheirs = viewer !== null && gift.holderId === viewer.userId && hasOrdered(ctx, order)
  return { order, gift, isTheirs, problem: isTheirs ? null : problemOf(ctx, viewer, order, gift, purpose) }
}

const refused = (text: string, hint: string) => new AppError('BAD_STATE', text, { hint })

/** The refusal of a gift that somebody has taken. */
export const refusedTwice = () =>
  refused(say('This gift was claimed.'), say('A link does that once. If it was not you, ask whoever gave it to you.'))

function problemOf(
  ctx: Ctx,
  viewer: Viewer | null,
  order: Order,
  { claimedAt, holderId }: GiftRow,
  purpose: 'gift' | 'taken',
): AppError | null {
  if (!hasOrdered(ctx, order))
    return refused(say('This gift has ended.'), say('Its payment went back to whoever gave it.'))
  if (purpose === 'gift' && claimedAt !== null) return refusedTwice()
  if (purpose === 'taken' && holderId !== null)
    return refused(say('This is in the library of an account by now.'), say('Sign in with that account.'))
  if (!doesCount(ctx, order.mode)) {
    return refused(say('This was paid in another payment mode (test or live).'), say('It does not count here now.'))
  }
  if (!viewer) return null
  if (isPayer(viewer, order)) {
    return refused(say('You gave this away.'), say('The link works for the person whom you give it to.'))
  }
  if (isOwnOrShared(ctx, cassetForSale(ctx, order.cassetId), viewer)) {
    return refused(say('This is your own casset.'), say('The link still works for somebody else.'))
  }
  if (hasCollected(ctx, order.cassetId, viewer.userId)) {
    return refused(say('You already have this casset.'), say('The link still works: pass it on to somebody.'))
  }
  return null
}

const isPayer = ({ userId, email }: Viewer, order: Order): boolean =>
  order.userId === userId || (!!order.buyerEmail && mailboxOf(order.buyerEmail) === mailboxOf(email))

/**
 * Puts a gift into the caller's library, once, and forgets the address that it was sent to, or that
 * it was taken with (rules: gifts, taken-gifts). Repeating it changes nothing. Throws NOT_FOUND for
 * a link that we did not issue, BAD_STATE with the reason.
 */
function claimGift(ctx: Ctx, author: Viewer, secret: string, purpose: 'gift' | 'taken'): Promise<Claimed> {
  return ctx.jointly(() => {
    const { order, gift, isTheirs, problem } = readLink(ctx, author, secret, purpose)
    if (problem) throw problem
    const { casset, artist } = cassetForSale(ctx, order.cassetId)
    if (!isTheirs) {
      addPurchase(ctx, order, author.userId)
      const claimedAt = gift.claimedAt ?? ctx.now()
      changeGift(ctx, order.id, { holderId: author.userId, claimedAt, email: '', takerEmail: null })
      forgetReader(ctx, [`gift:${order.id}`, `gift-taken:${order.id}`])
      tellLater(ctx, order.id)
      if (gift.claimedAt === null) notifyOfClaim(ctx, order)
      noteDelivered(ctx, order.id)
    }
    return { cassetId: casset.id, slug: artist.handle, name: casset.name }
  })
}

/** Puts what the link of a gift, or of a guest's purchase, gives into the caller's library. */
export function claimByLink(ctx: Ctx, author: Viewer, secret: string): Promise<Claimed> {
  const purpose = (['gift', 'taken'] as const).find((each) => orderOfLink(ctx, each, secret))
  return purpose ? claimGift(ctx, author, secret, purpose) : claimPurchase(ctx, author, secret)
}
