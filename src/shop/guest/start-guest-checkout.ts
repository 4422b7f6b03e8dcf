import { inTransaction } from '../../../db/commits.ts'
import { refuseBlockedDomain } from '../../account/block-list.ts'
import { type CassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import { namedForSale } from '../../casset/moved-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import { beginPayment } from '../../order/begin/begin-payment.ts'
import { collectFree } from '../../order/begin/collect-free.ts'
import type { Guest } from '../../order/buyer.ts'
import { collectedUrl, newSecret, orderOfLink, saveLink } from '../../order/guest-link.ts'
import { type Order, orderById } from '../../order/order.ts'
import type { OrderDraft } from '../../order/place-order.ts'
import { tryToSpend } from '../../platform/http/limiter.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { mailboxOf, readAddress } from '../../platform/mail/address.ts'
import { validReferralCode } from '../referral/valid-referral-code.ts'
import { requirePlayableTrack } from '../single-track/casset-terms.ts'
import { draftGuestOrder } from './draft-guest-order.ts'
import { queueLinks } from './emails.ts'
import type { GuestCheckout, NewGuestCheckout } from './model.ts'

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
  const { id: cassetId, name } = forSale.casset
  const codes = asked.referralCode === undefined ? visited : [asked.referralCode, ...visited]
  const code = validReferralCode(ctx, codes, { userId: viewer?.userId ?? '', cassetId })
  const bought = draftGuestOrder(ctx, forSale, asked, code)
  const { draft } = bought
  const before = unpaidBefore(ctx, asked.before, cassetId)
  const refuse = () => {
    if (isOwnOrShared(ctx, forSale, viewer)) throw new AppError('BAD_STATE', say('This is your own casset.'))
    requirePlayableTrack(ctx, forSale)
    if (before) refusePaid(orderById(ctx, before.id))
    bought.refuse(buyer, before)
  }
  const secret = newSecret(ctx)
  const receiptUrl = collectedUrl(ctx, secret)
  const keep = (order: Order) => {
    bought.keep(order)
    saveLink(ctx, order.id, 'open', sha256Hex(secret))
  }
  if (draft.amountMinor === 0) {
    refuse()
    return { orderId: giveFree(ctx, buyer, forSale, { ...draft, keep }, address), entitled: true, receiptUrl }
  }
  const title = bought.title ?? `${name} by ${forSale.artist.displayName}`
  const start = { address, replaceVoucher: asked.replaceVoucher, agrees: asked.agrees, before }
  return { ...(await beginPayment(ctx, buyer, forSale, { ...draft, title, refuse, keep }, start)), receiptUrl }
}

/**
 * Returns the unpaid order that a new one of the same guest replaces: the holder of its secret
 * started it. Throws BAD_STATE when it is paid.
 */
export function unpaidBefore(ctx: Ctx, secret: string | undefined, cassetId: string): Order | undefined {
  const order = secret === undefined ? undefined : orderOfLink(ctx, 'open', secret)
  const isOfBuyer = order !== undefined && isOfGuest(order) && order.cassetId === cassetId
  if (!isOfBuyer || order.mode !== ctx.config.paymentMode) return undefined
  refusePaid(order)
  return order.state === 'OPEN' ? order : undefined
}

export function refusePaid(order: Order | undefined): void {
  if (order?.state !== 'PAID') return
  throw new AppError('BAD_STATE', say('You have paid already.'), { hint: say('Open the link that you got for it.') })
}

function giveFree(
  ctx: Ctx,
  buyer: Guest,
  { casset }: CassetForSale,
  wanted: OrderDraft & { keep: (order: Order) => void },
  address: string,
): string {
  // Anybody can enter anybody's address, so emails without a payment are limited; the page shows
  // the link anyway.
  const mayWrite =
    tryToSpend(ctx.limiter, 'email-by-guest', address) &&
    tryToSpend(ctx.limiter, 'email-to-stranger', mailboxOf(buyer.email))
  return inTransaction(ctx.db, () => {
    const order = collectFree(ctx, buyer, casset, wanted)
    if (mayWrite) queueLinks(ctx, order, 'first')
    return order.id
  })
}
