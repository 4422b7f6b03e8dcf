import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Guest } from '../../order/buyer.ts'
import type { Order } from '../../order/order.ts'
import type { OrderDraft } from '../../order/place-order.ts'
import { draftCassetOrder } from '../checkout/draft-casset-order.ts'
import { priceChanged } from '../checkout/start-checkout.ts'
import { offerFor, refuseUsed } from '../discount/use-discount.ts'
import { restFor } from '../rest/rest.ts'
import { saveRest } from '../rest/rest-orders.ts'
import { agreedAmount } from '../single-track/casset-terms.ts'
import { draftSingles } from '../single-track/single-tracks.ts'
import type { NewGuestCheckout } from './model.ts'
import { singlesToTakeOff } from './rest-of-links.ts'

type GuestDraft = {
  draft: OrderDraft
  /** Its name at the processor, where it is not the casset's. */
  title?: string
  /** Throws BAD_STATE for a used code, and once the price is no longer right. */
  refuse(buyer: Guest, before: Order | undefined): void
  keep(order: Order): void
}

type Asked = Pick<NewGuestCheckout, 'amount' | 'code' | 'trackIds' | 'rest'>

/**
 * Returns the draft of a guest's order: single tracks, or the casset, less the price of single
 * tracks whose links are given (rule: the-rest). Throws VALIDATION, NOT_FOUND for such a link,
 * BAD_STATE.
 */
export function draftGuestOrder(
  ctx: Ctx,
  forSale: CassetForSale,
  { amount, code, trackIds, rest = [] }: Asked,
  referralCode: string | null,
): GuestDraft {
  if (trackIds) {
    if (rest.length > 0) throw invalid('rest', say('The rest is of the whole casset: leave it out for single tracks.'))
    return { ...draftSingles(ctx, forSale, { trackIds, amount, code }), refuse() {} }
  }
  const { casset } = forSale
  const offer = offerFor(ctx, forSale, code)
  const orderIds = singlesToTakeOff(ctx, rest, casset.id)
  const priceNow = () => restFor(ctx, casset, { orderIds }, offer.priceMinor)
  const price = priceNow()
  const agreed = agreedAmount(ctx, forSale, price.priceMinor, amount)
  return {
    draft: draftCassetOrder(price, agreed, { referralCode, discount: offer.discount }),
    refuse(buyer, before) {
      // Somebody else with the links may have bought the rest, or claimed the tracks, meanwhile.
      if (priceNow().creditMinor !== price.creditMinor) throw priceChanged()
      refuseUsed(ctx, offer, buyer, before)
    },
    keep: ({ id }) => saveRest(ctx, id, priceNow().takenOff),
  }
}
