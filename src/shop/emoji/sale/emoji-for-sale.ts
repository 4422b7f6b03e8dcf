import { and, eq } from 'drizzle-orm'
import { emojis } from '../../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import type { EmojiRow } from '../own-emoji.ts'
import { emojiUrl } from '../picture/emoji-url.ts'

/** Throws NOT_FOUND, also for one that is taken down. */
export function emojiOf(ctx: Ctx, cassetId: string, id: string): EmojiRow {
  const here = and(eq(emojis.id, id), eq(emojis.cassetId, cassetId))
  const emoji = ctx.db.select().from(emojis).where(here).get()
  if (!emoji || emoji.takenDown !== null) throw notFound('emoji')
  return emoji
}

/** Returns an emoji as its shop page shows it. Throws NOT_FOUND. */
export function emojiForSale(ctx: Ctx, casset: { id: string; price: { currency: string } }, id: string) {
  const emoji = emojiOf(ctx, casset.id, id)
  return {
    id,
    shortcode: emoji.shortcode,
    url: emojiUrl(emoji),
    price: { amount: emoji.priceMinor, currency: casset.price.currency },
    isWithdrawn: emoji.withdrawnAt !== null,
  }
}
