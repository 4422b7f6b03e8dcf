import { and, eq, isNull } from 'drizzle-orm'
import { emojiPurchases, emojis } from '../../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../../context.ts'
import type { Holdings } from '../../../order/holding.ts'
import { orderByHeld } from '../../../order/holding.ts'
import { holderOf, type Order, thingIdOf } from '../../../order/order.ts'
import { whereCounted } from '../../../platform/payment/mode.ts'

/** Somebody's rows of an emoji, in the present mode and free. */
const whereHolder = ({ config }: Ctx, emojiId: string, userId: string) =>
  and(
    eq(emojiPurchases.userId, userId),
    eq(emojiPurchases.emojiId, emojiId),
    whereCounted(emojiPurchases.mode, config.paymentMode),
  )

export function emojiHoldings(ctx: Ctx, order: Order): Holdings {
  const { id: orderId } = order
  const [userId, emojiId] = [holderOf(order), thingIdOf(order)]
  return {
    find: () =>
      ctx.db
        .select()
        .from(emojiPurchases)
        .where(whereHolder(ctx, emojiId, userId))
        .orderBy(orderByHeld(emojiPurchases, orderId))
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

export function isOfCasset(ctx: Ctx, { thingId, cassetId }: Pick<Order, 'thingId' | 'cassetId'>): boolean {
  const which = and(eq(emojis.id, thingId ?? ''), eq(emojis.cassetId, cassetId))
  return ctx.db.select({ id: emojis.id }).from(emojis).where(which).get() !== undefined
}

/** Counts the present mode and what was free. */
export function hasEmoji(ctx: Ctx, emojiId: string, userId: string): boolean {
  const held = and(whereHolder(ctx, emojiId, userId), isNull(emojiPurchases.endedAt))
  return ctx.db.select({ id: emojiPurchases.id }).from(emojiPurchases).where(held).get() !== undefined
}
