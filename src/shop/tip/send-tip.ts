import { isOwnOrShared, visibleCassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { tipBounds } from '../../lib/money/tip-sum.ts'
import { beginPayment, type PaymentDraft } from '../../order/begin/begin-payment.ts'
import type { Payable } from '../../order/shape.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseAmount } from '../../platform/payment/refuse-sum.ts'
import type { NewTip } from './model.ts'

/**
 * Starts the payment of a tip; the tip exists once the processor reports it paid. Throws NOT_FOUND,
 * VALIDATION, BAD_STATE for the sender's own casset or an artist who cannot be paid, UNAVAILABLE.
 */
export function sendTip(ctx: Ctx, slug: string, tipper: Viewer, asked: NewTip, address: string): Promise<Payable> {
  const { amount, message, replaceVoucher } = asked
  const forSale = visibleCassetForSale(ctx, slug, tipper)
  refuseAmount(ctx, amount, tipBounds(forSale.casset.currency), forSale.casset.currency)
  const draft: PaymentDraft = {
    kind: 'tip',
    message: message?.trim() || null,
    amountMinor: amount,
    priceMinor: 0,
    referralCode: null,
    title: `Tip for ${forSale.artist.displayName}`,
    refuse() {
      if (isOwnOrShared(ctx, forSale, tipper)) throw new AppError('BAD_STATE', say('You cannot tip yourself.'))
    },
  }
  return beginPayment(ctx, tipper, forSale, draft, { address, replaceVoucher })
}
