import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { emojiHolders, emojis } from '../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import type { OwnEmoji } from './model.ts'
import { emojiUrl } from './picture/emoji-url.ts'

function select(ctx: Ctx, which: SQL | undefined): OwnEmoji[] {
  const counted = whereCounted(emojiHolders.mode, ctx.config.paymentMode)
  return ctx.db
    .select({ emoji: emojis, currency: cassets.currency, sold: sql<number>`coalesce(sum(${emojiHolders.holders}), 0)` })
    .from(emojis)
    .innerJoin(cassets, eq(cassets.id, emojis.cassetId))
    .leftJoin(emojiHolders, and(eq(emojiHolders.emojiId, emojis.id), counted))
    .where(which)
    .groupBy(emojis.id)
    .orderBy(emojis.id)
    .all()
    .map(({ emoji, currency, sold }) => ({
      id: emoji.id,
      shortcode: emoji.shortcode,
      url: emojiUrl(emoji),
      price: { amount: emoji.priceMinor, currency },
      sold,
      createdAt: new Date(emoji.createdAt).toISOString(),
    }))
}

/** Returns the emoji that a casset offers, oldest first, each with the number of its owners. */
export const listEmojis = (ctx: Ctx, cassetId: string): OwnEmoji[] =>
  select(ctx, and(eq(emojis.cassetId, cassetId), isNull(emojis.withdrawnAt)))

/** Returns one of them in its current state. Throws NOT_FOUND. */
export function readEmoji(ctx: Ctx, id: string): OwnEmoji {
  const [emoji] = select(ctx, eq(emojis.id, id))
  if (!emoji) throw notFound('emoji')
  return emoji
}
