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
import { draftEverything } from '../everything/draft-everything.ts'
import type { NewCheckout } from '../purchase/shape.ts'
import { requirePlayableTrack } from '../single-track/casset-terms.ts'
import { draftSingles, requireShown } from '../single-track/single-tracks.ts'
import { draftCassetOrder, draftWhole } from './draft-casset-order.ts'

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
  return draftCasset(ctx, buyer, forSale, asked, visited)
}

function draftCasset(
  ctx: Ctx,
  buyer: Viewer,
  forSale: CassetForSale,
  asked: NewCheckout,
  visited: readonly string[],
): PaymentDraft {
  const replaced = () => ownOpenOrder(ctx, forSale, buyer)
  const payer = { holderId: buyer.userId }
  const draft = draftWhole(ctx, forSale, asked, { buyer, viewer: buyer, visited, payer, replaced })
  const refuse = () => {
    refuseBuyer(ctx, forSale, buyer)
    draft.refuse()
  }
  return { ...draft, refuse }
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
