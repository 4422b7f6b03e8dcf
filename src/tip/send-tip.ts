import { isOwner, visibleCassetForSale } from '../access/visible-casset.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { tipBounds } from '../lib/tip-sum.ts'
import { beginPayment } from '../order/begin-payment.ts'
import type { Payable } from '../order/shape.ts'
import { refuseAmount } from '../refuse-sum.ts'
import type { NewTip } from './model.ts'

/**
 * Begins to pay a tip, which exists once the processor says that it is paid. Throws NOT_FOUND, VALIDATION, BAD_STATE for one's own
 * casset or when the artist cannot be paid, UNAVAILABLE.
 */
export function sendTip(ctx: Ctx, slug: string, tipper: Viewer, { amount, message }: NewTip): Promise<Payable> {
  const forSale = visibleCassetForSale(ctx, slug, tipper)
  refuseAmount(amount, tipBounds(forSale.casset.currency), forSale.casset.currency)
  return beginPayment(ctx, tipper, forSale, {
    kind: 'tip',
    emojiId: null,
    message: message?.trim() || null,
    amountMinor: amount,
    priceMinor: 0,
    referralCode: null,
    title: `Tip for ${forSale.artist.displayName}`,
    refuse() {
      if (isOwner(forSale, tipper)) throw new AppError('BAD_STATE', 'This casset is yours: you cannot tip yourself.')
    },
  })
}
