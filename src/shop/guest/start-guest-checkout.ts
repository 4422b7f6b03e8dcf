import { refuseBlockedDomain } from '../../account/block-list.ts'
import { type CassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import { namedForSale } from '../../casset/moved-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import type { PaymentDraft } from '../../order/begin/begin-payment.ts'
import { startSale } from '../../order/begin/start-sale.ts'
import { collectedUrl, newSecret, orderOfLink, saveLink } from '../../order/guest-link.ts'
import { type Order, orderById } from '../../order/order.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { type Buying, draftWhole } from '../checkout/draft-casset-order.ts'
import { requirePlayableTrack } from '../single-track/casset-terms.ts'
import { draftSingles } from '../single-track/single-tracks.ts'
import { queueLinks } from './emails.ts'
import type { GuestCheckout, NewGuestCheckout } from './model.ts'
import { singlesToTakeOff } from './rest-of-links.ts'

/** The codes of the referral links that the browser visited, and its network address. */
type From = { visited: readonly string[]; address: string }

/**
 * Starts the purchase of a casset with an email address (rule: guests); a free casset is given at
 * once. Throws VALIDATION, NOT_FOUND for a casset that strangers may not see, BAD_STATE,
 * RATE_LIMIT, UNAVAILABLE.
 */
export async function startGuestCheckout(
  ctx: Ctx,
  viewer: Viewer | null,
  asked: NewGuestCheckout,
  { visited, address }: From,
): Promise<GuestCheckout> {
  const email = readAddress(asked.email)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  refuseBlockedDomain(ctx, 'email', email)
  const buyer = { userId: null, agentKey: null, email } as const
  const forSale = namedForSale(ctx, asked.slug, null)
  const link = newLink(ctx, asked.before, forSale.casset.id)
  const draft = draftFor(ctx, forSale, asked, { buyer, viewer, visited, replaced: () => link.before })
  const refuse = () => {
    if (isOwnOrShared(ctx, forSale, viewer)) throw new AppError('BAD_STATE', say('This is your own casset.'))
    requirePlayableTrack(ctx, forSale)
    link.refuse()
    draft.refuse()
  }
  const keep = (order: Order) => {
    draft.keep?.(order)
    link.keep(order)
    if (order.amountMinor === 0 && mayWrite(ctx, email, address)) queueLinks(ctx, order, 'first')
  }
  const start = { address, replaceVoucher: asked.replaceVoucher, agrees: asked.agrees, before: link.before }
  return { ...(await startSale(ctx, buyer, forSale, { ...draft, refuse, keep }, start)), receiptUrl: link.receiptUrl }
}

/**
 * Drafts single tracks, or the casset less the price of those whose links are given. Throws
 * NOT_FOUND for such a link, and as `draftSingles` and `draftWhole` do.
 */
function draftFor(
  ctx: Ctx,
  forSale: CassetForSale,
  { trackIds, rest = [], ...asked }: NewGuestCheckout,
  buying: Omit<Buying, 'payer'>,
): PaymentDraft {
  if (trackIds) {
    if (rest.length > 0) throw invalid('rest', say('The rest is of the whole casset: leave it out for single tracks.'))
    const { draft, title, keep } = draftSingles(ctx, forSale, { ...asked, trackIds })
    return { ...draft, title, keep, refuse() {} }
  }
  const orderIds = singlesToTakeOff(ctx, rest, forSale.casset.id)
  return draftWhole(ctx, forSale, asked, { ...buying, payer: { orderIds } })
}

/**
 * Returns the secret link of a guest's new order of a casset, and the unpaid order that it
 * replaces: the holder of its secret started it. It and `refuse` throw BAD_STATE once that is paid.
 */
export function newLink(ctx: Ctx, beforeSecret: string | undefined, cassetId: string) {
  const found = beforeSecret === undefined ? undefined : orderOfLink(ctx, 'open', beforeSecret)
  const isOfBuyer = found && isOfGuest(found) && found.cassetId === cassetId && found.mode === ctx.config.paymentMode
  if (isOfBuyer) refusePaid(found)
  const before = isOfBuyer && found.state === 'OPEN' ? found : undefined
  const secret = newSecret(ctx)
  return {
    before,
    receiptUrl: collectedUrl(ctx, secret),
    refuse: () => refusePaid(before && orderById(ctx, before.id)),
    keep: ({ id }: Order) => saveLink(ctx, id, 'open', sha256Hex(secret)),
  }
}

function refusePaid(order: Order | undefined): void {
  if (order?.state !== 'PAID') return
  throw new AppError('BAD_STATE', say('You have paid already.'), { hint: say('Open the link that you got for it.') })
}

/**
 * Anybody can enter anybody's address, so emails without a payment are limited; the page shows the
 * link anyway.
 */
export const mayWrite = (ctx: Ctx, email: string, address: string): boolean =>
  tryToSpend(ctx.limiter, 'email-by-guest', address) && tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(email))
