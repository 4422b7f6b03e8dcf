import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { refuseBlockedDomain } from '../../account/block-list.ts'
import { cleanLines } from '../../account/clean-text.ts'
import { type CassetForSale, cassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import { membersOf } from '../../casset/member/members.ts'
import { namedForSale } from '../../casset/moved-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { readIsoTime } from '../../lib/time/iso-time.ts'
import { beginPayment } from '../../order/begin/begin-payment.ts'
import { type Order, openOrder } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { keptDiscount, offerFor, refuseUsed } from '../discount/use-discount.ts'
import { newLink } from '../guest/start-guest-checkout.ts'
import { agreedAmount, requirePlayableTrack } from '../single-track/casset-terms.ts'
import { requireShown } from '../single-track/single-tracks.ts'
import { saveGift } from './gift.ts'
import type { GiftCheckout, NewGift } from './model.ts'

const furthestMs = 366 * dayMs

/**
 * Starts the payment of a gift (rule: gifts), by an account or by a guest, who gets a secret link
 * to their receipt. Throws VALIDATION, NOT_FOUND, BAD_STATE, RATE_LIMIT, UNAVAILABLE.
 */
export async function startGift(
  ctx: Ctx,
  viewer: Viewer | null,
  asked: NewGift,
  address: string,
): Promise<GiftCheckout> {
  const forSale = namedForSale(ctx, asked.slug, viewer)
  if (asked.trackIds) {
    const hint = say('Leave the tracks out, and they get all of it.')
    throw new AppError('BAD_STATE', say('Only a whole casset can be given.'), { field: 'trackIds', hint })
  }
  requireShown(forSale, viewer)
  const payer = payerOf(ctx, viewer, asked.payerEmail)
  const who = { email: payer.email, cassetId: forSale.casset.id }
  const email = asked.email === undefined ? '' : readReceiver(ctx, asked.email, who)
  const message = cleanLines(asked.message ?? null)
  const sendAt = readDay(ctx, asked.sendAt ?? null)
  if (sendAt !== null && email === '') throw invalid('sendAt', say('Enter the address that it is sent to.'))
  const offer = offerFor(ctx, forSale, asked.code)
  if (offer.discount && payer.email === '') {
    throw invalid('payerEmail', say('Enter your address: each person can use a code once.'))
  }
  const amountMinor = agreedAmount(ctx, forSale, offer.priceMinor, asked.amount)
  if (amountMinor === 0 && offer.discount) {
    const hint = say('Pass the code on: with it they get the casset for free.')
    throw new AppError('BAD_STATE', say('With this code it costs nothing.'), { field: 'code', hint })
  }
  if (amountMinor === 0) {
    const hint = say('Send them the address of its page: {url}', {
      url: `${ctx.site.origin}${pagePath(forSale.artist.handle)}`,
    })
    throw new AppError('BAD_STATE', say('This casset is free: everybody can get it.'), { hint })
  }
  const link = viewer ? null : newLink(ctx, asked.before, forSale.casset.id)
  const draft = {
    kind: 'gift',
    message: null,
    amountMinor,
    priceMinor: offer.priceMinor,
    referralCode: null,
    ...keptDiscount(offer),
    title: `${forSale.casset.name} by ${forSale.artist.displayName}, as a gift`,
    refuse() {
      refuseOwn(ctx, forSale, viewer)
      requirePlayableTrack(ctx, forSale)
      link?.refuse()
      refuseUsed(ctx, offer, payer, link ? link.before : openGift(ctx, forSale, viewer))
    },
    keep(order: Order) {
      saveGift(ctx, order, { email, message, sendAt })
      link?.keep(order)
    },
  } as const
  const start = { address, replaceVoucher: asked.replaceVoucher, agrees: asked.agrees, before: link?.before }
  const payable = await beginPayment(ctx, payer, forSale, draft, start)
  return link === null ? payable : { ...payable, receiptUrl: link.receiptUrl }
}

/** Returns the unpaid gift of a payer that a new one of the same casset replaces. */
export const openGift = (ctx: Ctx, { casset }: Pick<CassetForSale, 'casset'>, viewer: Viewer | null) =>
  viewer ? openOrder(ctx, { kind: 'gift', userId: viewer.userId, cassetId: casset.id }) : undefined

/** A guest need not say who they are: their secret link shows the receipt. */
function payerOf(ctx: Ctx, viewer: Viewer | null, payerEmail: string | undefined) {
  if (viewer) return viewer
  const email = payerEmail === undefined ? '' : readAddress(payerEmail)
  if (email === undefined) throw invalid('payerEmail', say('Enter a valid email address.'))
  refuseBlockedDomain(ctx, 'payerEmail', email)
  return { userId: null, agentKey: null, email } as const
}

function refuseOwn(ctx: Ctx, forSale: CassetForSale, viewer: Viewer | null): void {
  if (!isOwnOrShared(ctx, forSale, viewer)) return
  const hint = say('To give it away yourself, make a download code in the studio.')
  throw new AppError('BAD_STATE', say('This is your own casset.'), { hint })
}

/**
 * Returns the receiver's address. Throws VALIDATION for one that gets no email, for the payer's
 * own, and for that of an artist of the casset, who has it.
 */
export function readReceiver(ctx: Ctx, typed: string, payer: { email: string; cassetId: string }): string {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  const isOf = (other: string | null) => other !== null && other !== '' && mailboxOf(other) === mailboxOf(email)
  if (isOf(payer.email)) {
    throw invalid('email', say('This is your own address.'), say('To have it yourself, buy it for yourself.'))
  }
  if (addressesOfArtists(ctx, payer.cassetId).some(isOf)) {
    throw invalid(
      'email',
      say('This is the address of the person who made it.'),
      say('Give it to somebody who does not have it.'),
    )
  }
  return email
}

function addressesOfArtists(ctx: Ctx, cassetId: string): (string | null)[] {
  const members = membersOf(ctx, cassetId).map(({ userId }) => userId)
  const { artist } = cassetForSale(ctx, cassetId)
  return [...new Set([artist.userId, ...members])].map(
    (userId) => ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).get()?.email ?? null,
  )
}

/**
 * Returns the moment at which a gift is to be sent; null for as soon as it is paid. Throws
 * VALIDATION for the past, and for more than a year ahead.
 */
export function readDay({ now }: Pick<Ctx, 'now'>, asked: string | null): number | null {
  if (asked === null) return null
  const at = readIsoTime(asked)
  if (at === undefined) throw invalid('sendAt', '"sendAt" must be a time like 2026-12-24T18:00:00Z.')
  if (at <= now())
    throw invalid('sendAt', say('This time is in the past.'), say('Leave it out to send the gift at once.'))
  if (at > now() + furthestMs) throw invalid('sendAt', say('A gift is sent within a year.'))
  return at
}
