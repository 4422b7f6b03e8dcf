import { type CassetForSale, isOwner, visibleCassetForSale } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { startSale } from '../../../order/begin/start-sale.ts'
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
  const draft = {
    kind: 'emoji',
    thingId: emojiId,
    subject: shortcode,
    message: null,
    amountMinor: priceMinor,
    priceMinor,
    referralCode: null,
    title: `:${shortcode}: by ${forSale.artist.displayName}`,
    refuse: () => refuseBuyer(ctx, forSale, buyer, emojiId),
  } as const
  return startSale(ctx, buyer, forSale, draft, { address, replaceVoucher, agrees })
}

function refuseBuyer(ctx: Ctx, forSale: CassetForSale, buyer: Viewer, emojiId: string): void {
  if (isOwner(forSale, buyer)) throw new AppError('BAD_STATE', say('This is your own emoji.'))
  if (hasEmoji(ctx, emojiId, buyer.userId)) throw new AppError('BAD_STATE', say('You already have this emoji.'))
  const { withdrawnAt } = emojiOf(ctx, forSale.casset.id, emojiId)
  if (withdrawnAt !== null) throw new AppError('BAD_STATE', say('This emoji is no longer for sale.'))
}
