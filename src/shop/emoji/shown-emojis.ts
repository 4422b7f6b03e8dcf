import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { emojiPurchases, emojis } from '../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../context.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { emojiUrl } from './picture/emoji-url.ts'

const offeredOrHeld = prepared((db) => {
  const whereHolder = and(
    eq(emojiPurchases.userId, sql.placeholder('userId')),
    isNull(emojiPurchases.endedAt),
    whereCounted(emojiPurchases.mode, sql.placeholder('mode')),
  )
  return (
    db
      .select({ emoji: emojis, heldId: emojiPurchases.id })
      .from(emojis)
      .leftJoin(emojiPurchases, and(eq(emojiPurchases.emojiId, emojis.id), whereHolder))
      .where(
        and(
          eq(emojis.cassetId, sql.placeholder('cassetId')),
          isNull(emojis.takenDown),
          or(isNull(emojis.withdrawnAt), isNotNull(emojiPurchases.id)),
        ),
      )
      // Somebody may have bought an emoji in the present mode and taken it for free in another.
      .groupBy(emojis.id)
      .orderBy(emojis.id)
  )
})

type Casset = { id: string; currency: string }

/**
 * Returns the emoji of a casset for a viewer: those on offer, and withdrawn ones that the viewer
 * bought. `isOwn`: the viewer is their artist and may use all of them.
 */
export const shownEmojis = (ctx: Ctx, { id, currency }: Casset, userId: string | undefined, isOwn: boolean) =>
  offeredOrHeld(ctx.db)
    .all({ cassetId: id, userId: userId ?? '', mode: ctx.config.paymentMode })
    .map(({ emoji, heldId }) => ({
      id: emoji.id,
      shortcode: emoji.shortcode,
      url: emojiUrl(emoji),
      price: { amount: emoji.priceMinor, currency },
      owned: isOwn || heldId !== null,
    }))
