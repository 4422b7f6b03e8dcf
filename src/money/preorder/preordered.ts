import { and, asc, between, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { purchases } from '../../../db/schema/money/checkout.ts'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { goodsOf } from '../order/goods.ts'
import type { Order } from '../order/order.ts'

const { placeholder } = sql

// In the order of the index `purchases_by_casset`.
const next = prepared((db) => {
  const { id, purchasedAt, endedAt, userId, cassetId, isGift, mode } = purchases
  const afterAt = placeholder('afterAt')
  return db
    .select({ id, at: purchasedAt, holderId: userId, isGift, mode, order: orders })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(
      and(
        eq(cassetId, placeholder('cassetId')),
        between(purchasedAt, afterAt, placeholder('until')),
        isNull(endedAt),
        or(gt(purchasedAt, afterAt), gt(id, placeholder('after'))),
      ),
    )
    .orderBy(asc(purchasedAt), asc(id))
    .limit(placeholder('most'))
})

/** A purchase of a tape, and the order that paid for it. */
export type Preordered = ReturnType<ReturnType<typeof next>['all']>[number]

/**
 * Whether all that was paid by an order goes back when its tape is called off: nothing does of one
 * that was free, or that paid for several tapes.
 */
export const isRefundable = (ctx: Ctx, { kind, amountMinor }: Order): boolean =>
  amountMinor > 0 && goodsOf(ctx)[kind].waitsForHour === true

/** A page of the purchases of a casset until a moment, after the one that a page ended with. */
export type Page = { cassetId: string; until: number; after: string; afterAt: number; most: number }

/** Returns a page of what people hold of a tape, the first one first. */
export const preorderedAfter = ({ db }: Ctx, page: Page): Preordered[] => next(db).all(page)
