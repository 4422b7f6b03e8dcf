import type { Ctx } from '../context.ts'
import { emojiShelf } from '../emoji/emoji-shelf.ts'
import { creditReferral } from '../referral/credit-referral.ts'
import { isTipped, recordTip } from '../tip/record-tip.ts'
import { cassetShelf } from './casset-shelf.ts'
import { hasCollected } from './collected.ts'
import { grant } from './grant.ts'
import { moveOrder, type Order } from './order.ts'
import type { Standing } from './read-payment.ts'

const isHeld: Readonly<Record<Order['kind'], (ctx: Ctx, order: Order) => boolean>> = {
  casset: (ctx, { cassetId, userId }) => hasCollected(ctx, cassetId, userId),
  emoji: (ctx, order) => emojiShelf(ctx, order).find()?.endedAt === null,
  tip: isTipped,
}

const delivered: Readonly<Record<Order['kind'], (ctx: Ctx, order: Order, standing: Standing) => void>> = {
  casset(ctx, order, standing) {
    grant(ctx, order, standing, cassetShelf(ctx, order))
    creditReferral(ctx, order, standing)
  },
  emoji: (ctx, order, standing) => grant(ctx, order, standing, emojiShelf(ctx, order)),
  tip: recordTip,
}

/** Gives what an order was for, or ends it when it was taken back. Called in the transaction of its postings. */
export function deliver(ctx: Ctx, order: Order, standing: Standing): void {
  moveOrder(ctx, order, 'PAID')
  delivered[order.kind](ctx, order, standing)
}

/** Whether the buyer has what an order was for, by this order or another one. */
export const hasOrdered = (ctx: Ctx, order: Order): boolean => isHeld[order.kind](ctx, order)
