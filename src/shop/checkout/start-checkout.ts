import { hasCollected } from '../../casset/access/collected.ts'
import { type CassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import { namedForSale } from '../../casset/moved-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { PaymentDraft } from '../../order/begin/begin-payment.ts'
import { startSale } from '../../order/begin/start-sale.ts'
import { type Order, openOrder } from '../../order/order.ts'
import type { Checkout } from '../../order/shape.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { offerFor, refuseUsed } from '../discount/use-discount.ts'
import { draftEverything } from '../everything/draft-everything.ts'
import type { NewCheckout } from '../purchase/shape.ts'
import { validReferralCode } from '../referral/valid-referral-code.ts'
import { restFor } from '../rest/rest.ts'
import { saveRest } from '../rest/rest-orders.ts'
import { agreedAmount, requirePlayableTrack } from '../single-track/casset-terms.ts'
import { draftSingles, requireShown } from '../single-track/single-tracks.ts'
import { draftCassetOrder } from './draft-casset-order.ts'

/**
 * Starts the purchase of a casset: creates our order and a payment at the processor; a free casset
 * is granted at once. `visited` contains the codes of the referral links that the buyer visited.
 * Throws NOT_FOUND, VALIDATION for an amount below the price or out of bounds, BAD_STATE
 * (rule: checkout), UNAVAILABLE.
 */
export async function startCheckout(
  ctx: Ctx,
  buyer: Viewer,
  asked: NewCheckout,
  from: { visited: readonly string[]; address: string },
): Promise<Checkout> {
  const forSale = namedForSale(ctx, asked.slug, buyer)
  const draft = draftFor(ctx, buyer, forSale, asked, from.visited)
  const { replaceVoucher, agrees } = asked
  return startSale(ctx, buyer, forSale, draft, { address: from.address, replaceVoucher, agrees })
}

/** Drafts what was asked for: everything by the artist, single tracks, or the casset. */
function draftFor(
  ctx: Ctx,
  buyer: Viewer,
  forSale: CassetForSale,
  asked: NewCheckout,
  visited: readonly string[],
): PaymentDraft {
  const { everything, trackIds } = asked
  if (everything) return draftEverything(ctx, buyer, forSale, asked)
  if (trackIds) return draftTracks(ctx, buyer, forSale, { ...asked, trackIds })
  return draftWhole(ctx, buyer, forSale, asked, visited)
}

function draftWhole(
  ctx: Ctx,
  buyer: Viewer,
  forSale: CassetForSale,
  asked: NewCheckout,
  visited: readonly string[],
): PaymentDraft {
  const { id: cassetId, name } = forSale.casset
  const codes = asked.referralCode === undefined ? visited : [asked.referralCode, ...visited]
  const referralCode = validReferralCode(ctx, codes, { userId: buyer.userId, cassetId })
  const offer = offerFor(ctx, forSale, asked.code)
  const priceNow = () => restFor(ctx, forSale.casset, { holderId: buyer.userId }, offer.priceMinor)
  const price = priceNow()
  const amount = agreedAmount(ctx, forSale, price.priceMinor, asked.amount)
  return {
    ...draftCassetOrder(price, amount, { referralCode, discount: offer.discount }),
    title: `${name} by ${forSale.artist.displayName}`,
    refuse() {
      refuseBuyer(ctx, forSale, buyer)
      // Another tab may have bought or lost a track meanwhile.
      if (priceNow().creditMinor !== price.creditMinor) throw priceChanged()
      refuseUsed(ctx, offer, buyer, ownOpenOrder(ctx, forSale, buyer))
    },
    keep: ({ id }) => saveRest(ctx, id, priceNow().takenOff),
  }
}

/** Returns the order of somebody that a new one for the same casset replaces. */
export function ownOpenOrder(ctx: Ctx, { casset }: CassetForSale, buyer: Viewer | null): Order | undefined {
  const { kind } = draftCassetOrder(casset, 0)
  return buyer ? openOrder(ctx, { kind, userId: buyer.userId, cassetId: casset.id }) : undefined
}

function refuseBuyer(ctx: Ctx, forSale: CassetForSale, buyer: Viewer): void {
  refuseOwn(ctx, forSale, buyer)
  requireShown(forSale, buyer)
  if (hasCollected(ctx, forSale.casset.id, buyer.userId)) {
    throw new AppError('BAD_STATE', say('You already have this casset.'))
  }
  requirePlayableTrack(ctx, forSale)
}

export const priceChanged = () =>
  new AppError('BAD_STATE', say('The price has changed.'), { hint: say('Load the page again to see what it is now.') })

function refuseOwn(ctx: Ctx, forSale: CassetForSale, buyer: Viewer): void {
  if (isOwnOrShared(ctx, forSale, buyer)) throw new AppError('BAD_STATE', say('This is your own casset.'))
}

function draftTracks(
  ctx: Ctx,
  buyer: Viewer,
  forSale: CassetForSale,
  asked: NewCheckout & { trackIds: string[] },
): PaymentDraft {
  const { draft, title, keep, refuseHeld } = draftSingles(ctx, forSale, asked)
  const refuse = () => {
    refuseOwn(ctx, forSale, buyer)
    requireShown(forSale, buyer)
    refuseHeld(buyer.userId)
  }
  return { ...draft, title, refuse, keep }
}
