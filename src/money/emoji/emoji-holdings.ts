import { and, eq, isNull } from 'drizzle-orm'
import { emojiPurchases } from '../../../db/schema/money/emoji.ts'
import type { Ctx } from '../../context.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import type { Holdings } from '../order/grant.ts'
import { heldFirst } from '../order/held-first.ts'
import type { AccountOrder } from '../order/order.ts'

/** Somebody's rows of an emoji, those of the present mode and the free one. */
const whereHolder = ({ config }: Ctx, emojiId: string, userId: string) =>
  and(
    eq(emojiPurchases.userId, userId),
    eq(emojiPurchases.emojiId, emojiId),
    whereCounted(emojiPurchases.mode, config.paymentMode),
  )

/** The buyer's holding of the emoji that an order is for. */
export function emojiHoldings(ctx: Ctx, { id: orderId, userId, emojiId }: AccountOrder): Holdings {
  if (emojiId === null) throw new Error('An order of an emoji names none.')
  return {
    find: () =>
      ctx.db
        .select()
        .from(emojiPurchases)
        .where(whereHolder(ctx, emojiId, userId))
        .orderBy(heldFirst(emojiPurchases, orderId))
        .limit(1)
        .get(),
    add: (held) =>
      void ctx.db
        .insert(emojiPurchases)
        .values({ ...held, userId, emojiId })
        .run(),
    change: (id, values) => void ctx.db.update(emojiPurchases).set(values).where(eq(emojiPurchases.id, id)).run(),
  }
}

/** Returns whether a person has bought an emoji, in the present mode or for free, and still has it. */
export function hasEmoji(ctx: Ctx, emojiId: string, userId: string): boolean {
  const held = and(whereHolder(ctx, emojiId, userId), isNull(emojiPurchases.endedAt))
  return ctx.db.select({ id: emojiPurchases.id }).from(emojiPurchases).where(held).get() !== undefined
}
