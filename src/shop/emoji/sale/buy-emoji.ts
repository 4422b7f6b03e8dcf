import { type CassetForSale, isOwner, visibleCassetForSale } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { beginPayment } from '../../../order/begin/begin-payment.ts'
import { collectFree } from '../../../order/begin/collect-free.ts'
import type { Checkout } from '../../../order/shape.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import type { EmojiPurchase } from '../model.ts'
import { emojiOf } from './emoji-for-sale.ts'
import { hasEmoji } from './emoji-holdings.ts'

/**
 * Starts the purchase of an emoji, which is granted once the processor reports it paid; a free one
 * is granted at once. Throws NOT_FOUND, BAD_STATE for an emoji that is withdrawn, already bought or
 * the buyer's own, UNAVAILABLE.
 */
export async function buyEmoji(
  ctx: Ctx,
  slug: string,
  buyer: Viewer,
  { emojiId, replaceVoucher, agrees }: EmojiPurchase,
  address: string,
): Promise<Checkout> {
  const forSale = visibleCassetForSale(ctx, slug, buyer)
  const { shortcode, priceMinor } = emojiOf(ctx, forSale.casset.id, emojiId)
  const wanted = {
    kind: 'emoji',
    thingId: emojiId,
    subject: shortcode,
    message: null,
    amountMinor: priceMinor,
    priceMinor,
    referralCode: null,
  } as const
  const refuse = () => refuseBuyer(ctx, forSale, buyer, emojiId)
  if (priceMinor > 0) {
    const title = `:${shortcode}: by ${forSale.artist.displayName}`
    return beginPayment(ctx, buyer, forSale, { ...wanted, title, refuse }, { address, replaceVoucher, agrees })
  }
  refuse()
  return { orderId: collectFree(ctx, buyer, forSale.casset, wanted).id, entitled: true }
}

function refuseBuyer(ctx: Ctx, forSale: CassetForSale, buyer: Viewer, emojiId: string): void {
  if (isOwner(forSale, buyer)) throw new AppError('BAD_STATE', say('This is your own emoji.'))
  if (hasEmoji(ctx, emojiId, buyer.userId)) throw new AppError('BAD_STATE', say('You already have this emoji.'))
  const { withdrawnAt } = emojiOf(ctx, forSale.casset.id, emojiId)
  if (withdrawnAt !== null) throw new AppError('BAD_STATE', say('This emoji is no longer for sale.'))
}
