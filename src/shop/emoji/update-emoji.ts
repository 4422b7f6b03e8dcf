import { eq } from 'drizzle-orm'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refusePrice } from '../../platform/payment/refuse-sum.ts'
import { requireFreeShortcode } from './free-shortcode.ts'
import type { EmojiPatch } from './model.ts'
import { ownEmoji } from './own-emoji.ts'

/** Throws BAD_STATE for a withdrawn emoji and a shortcode in use. */
export function updateEmoji(ctx: Ctx, author: Viewer, id: string, { shortcode, price }: EmojiPatch): void {
  const { emoji, casset } = ownEmoji(ctx, id, author)
  if (emoji.withdrawnAt !== null) throw new AppError('BAD_STATE', say('This emoji is no longer for sale.'))
  if (price !== undefined) refusePrice(ctx, price, casset.currency)
  const next = { shortcode: shortcode ?? emoji.shortcode, priceMinor: price ?? emoji.priceMinor }
  requireFreeShortcode(ctx, emoji.cassetId, next.shortcode, id)
  ctx.db.update(emojis).set(next).where(eq(emojis.id, id)).run()
}
