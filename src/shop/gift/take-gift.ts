import { refuseBlockedDomain } from '../../account/block-list.ts'
import { personOf } from '../../account/person-of.ts'
import { takenHolding } from '../../casset/access/guest-access.ts'
import { openPack } from '../../casset/download/open-download.ts'
import type { Pack } from '../../casset/download/pack/await-pack.ts'
import type { Wanted } from '../../casset/download/shape.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { newSecret, orderOfLink, saveLink } from '../../order/guest-link.ts'
import type { Order } from '../../order/order.ts'
import { tellLater } from '../../order/tell-payment.ts'
import { noteDelivered } from '../../order/withdrawal-offer.ts'
import { repeatedToken } from '../../platform/http/request/repeatable.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { forgetReader } from '../../platform/mail/forget-mails.ts'
import { mayWrite } from '../guest/start-guest-checkout.ts'
import { readGiftLink, readTaken, refusedTwice } from './claim-gift.ts'
import { changeGift } from './gift.ts'
import { notifyOfClaim } from './gift-notification.ts'
import type { TakenGift, Taking } from './model.ts'
import { readReceiver } from './start-gift.ts'
import { queueTaken, takenUrl } from './taker-emails.ts'

type From = { address: string; idempotencyKey: string | undefined }

/**
 * Gives a gift to somebody without an account, once (rule: taken-gifts). The same taking with the
 * same Idempotency-Key has the same answer. Throws NOT_FOUND for a link that we did not issue,
 * VALIDATION, BAD_STATE with the reason.
 */
export function takeGift(
  ctx: Ctx,
  viewer: Viewer | null,
  { secret, email: typed }: Taking,
  { address, idempotencyKey: key }: From,
): Promise<TakenGift> {
  const email = readTaker(ctx, typed)
  const takerLanguage = currentLanguage()
  const random = newSecret(ctx)
  return ctx.jointly(() => {
    const { order, gift, problem, isTheirs } = readGiftLink(ctx, viewer, secret)
    const own = key === undefined ? random : repeatedToken(ctx, 'taken gift', key, secret)(order.id)
    const taken = { url: takenUrl(ctx, own) }
    if (orderOfLink(ctx, 'taken', own)?.id === order.id) return taken
    if (problem) throw problem
    if (isTheirs) throw refusedTwice()
    if (email !== '') readReceiver(ctx, email, { email: addressOfPayer(ctx, order), cassetId: order.cassetId })
    changeGift(ctx, order.id, { claimedAt: ctx.now(), email: '', takerEmail: email, takerLanguage })
    forgetReader(ctx, [`gift:${order.id}`])
    saveLink(ctx, order.id, 'taken', sha256Hex(own))
    tellLater(ctx, order.id)
    noteDelivered(ctx, order.id)
    notifyOfClaim(ctx, order)
    if (email !== '' && mayWrite(ctx, email, address))
      queueTaken(ctx, order, { ...gift, takerEmail: email, takerLanguage })
    return taken
  })
}

/** Returns the address of whoever takes a gift; empty where the site sends no email. */
function readTaker(ctx: Ctx, typed: string | undefined): string {
  if (!ctx.mailer && typed === undefined) return ''
  const email = readAddress(typed ?? '')
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  refuseBlockedDomain(ctx, 'email', email)
  return email
}

const addressOfPayer = (ctx: Ctx, { userId, buyerEmail }: Order): string =>
  (userId === null ? buyerEmail : personOf(ctx, userId)?.email) ?? ''

/**
 * Returns what somebody holds by the link with which they have a gift without an account. Throws
 * NOT_FOUND for a link that we did not issue, BAD_STATE once it ended or is in a library.
 */
export function holdingByLink(ctx: Ctx, secret: string) {
  const { order, problem } = readTaken(ctx, null, secret)
  if (problem) throw problem
  return { order, holding: takenHolding(ctx, order.id) }
}

/** Returns the download of a taken gift. Throws as `holdingByLink` and `openPack` do. */
export function openTaken(ctx: Ctx, secret: string, wanted: Wanted, signal: AbortSignal): Promise<Pack> {
  const { id: orderId } = holdingByLink(ctx, secret).order
  return openPack(ctx, wanted, signal, { by: { orderId }, find: () => holdingByLink(ctx, secret).holding })
}

/** Forgets the address of whoever took a gift; they keep the gift. Throws NOT_FOUND. */
export function forgetTaker(ctx: Ctx, secret: string): Promise<void> {
  return ctx.jointly(() => {
    const { order, gift } = readTaken(ctx, null, secret)
    if (!gift.takerEmail) return
    changeGift(ctx, order.id, { takerEmail: '' })
    forgetReader(ctx, [`gift-taken:${order.id}`])
    tellLater(ctx, order.id)
  })
}
