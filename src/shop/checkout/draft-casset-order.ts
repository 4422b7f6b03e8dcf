import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { PaymentDraft } from '../../order/begin/begin-payment.ts'
import type { Buyer } from '../../order/buyer.ts'
import type { Order } from '../../order/order.ts'
import type { OrderDraft } from '../../order/place-order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { keptDiscount, type Offer, offerFor, refuseUsed } from '../discount/use-discount.ts'
import type { NewCheckout } from '../purchase/shape.ts'
import { validReferralCode } from '../referral/valid-referral-code.ts'
import { type Payer, type RestPrice, restFor } from '../rest/rest.ts'
import { saveRest } from '../rest/rest-orders.ts'
import { agreedAmount } from '../single-track/casset-terms.ts'

/** How an order of a casset came to its price: a link, a code, and what was paid for tracks. */
type Terms = { referralCode?: string | null; discount?: Offer['discount'] }

/**
 * Returns the order draft for a casset, for an amount in minor units and at the price of the
 * moment, less what its buyer has paid for tracks.
 */
export const draftCassetOrder = (
  { priceMinor, creditMinor = 0 }: Pick<RestPrice, 'priceMinor'> & Partial<RestPrice>,
  amountMinor: number,
  { referralCode = null, discount = null }: Terms = {},
): OrderDraft => ({
  kind: 'casset',
  message: null,
  amountMinor,
  priceMinor,
  creditMinor,
  referralCode,
  ...keptDiscount({ discount }),
})

/**
 * The buyer of a casset, with the codes of the referral links that they visited, the tracks whose
 * price is taken off, and the unpaid order that the new one replaces.
 */
export type Buying = {
  buyer: Buyer
  viewer: Viewer | null
  visited: readonly string[]
  payer: Payer
  replaced: () => Order | undefined
}

/**
 * Drafts the payment for a casset or the rest of it (rule: the-rest), by an account or a guest.
 * Throws VALIDATION for the amount, BAD_STATE for a code; `refuse` does for a used one, and once
 * the price is no longer right.
 */
export function draftWhole(
  ctx: Ctx,
  forSale: CassetForSale,
  asked: Pick<NewCheckout, 'amount' | 'code' | 'referralCode'>,
  { buyer, viewer, visited, payer, replaced }: Buying,
): PaymentDraft {
  const { casset, artist } = forSale
  const codes = asked.referralCode === undefined ? visited : [asked.referralCode, ...visited]
  const referralCode = validReferralCode(ctx, codes, { userId: viewer?.userId ?? '', cassetId: casset.id })
  const offer = offerFor(ctx, forSale, asked.code)
  const priceNow = () => restFor(ctx, casset, payer, offer.priceMinor)
  const price = priceNow()
  const amount = agreedAmount(ctx, forSale, price.priceMinor, asked.amount)
  return {
    ...draftCassetOrder(price, amount, { referralCode, discount: offer.discount }),
    title: `${casset.name} by ${artist.displayName}`,
    refuse() {
      // Another tab, or somebody else with the links, may have bought or lost tracks meanwhile.
      if (priceNow().creditMinor !== price.creditMinor) throw priceChanged()
      refuseUsed(ctx, offer, buyer, replaced())
    },
    keep: ({ id }) => saveRest(ctx, id, priceNow().takenOff),
  }
}

const priceChanged = () =>
  new AppError('BAD_STATE', say('The price has changed.'), { hint: say('Load the page again to see what it is now.') })
