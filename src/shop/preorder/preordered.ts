import { and, asc, between, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { takenBack } from '../../books/ledger/taken-back.ts'
import type { Ctx } from '../../context.ts'
import type { Sum } from '../../lib/money/money.ts'
import { goodsOf } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'

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

export type Preordered = ReturnType<ReturnType<typeof next>['all']>[number]

/**
 * Whether all that was paid by an order goes back when its tape is called off: nothing does of one
 * that was free, or that paid for several tapes.
 */
export const isRefundable = (ctx: Ctx, { kind, amountMinor }: Order): boolean =>
  amountMinor > 0 && goodsOf(ctx)[kind].opening?.isWhole === true

/** A page of the purchases of a casset until a moment, after the one that a page ended with. */
export type Page = { cassetId: string; until: number; after: string; afterAt: number; most: number }

/** Returns a page of what people hold of a tape, the first one first. */
export const preorderedAfter = ({ db }: Ctx, page: Page): Preordered[] => next(db).all(page)

const paid = prepared((db) => {
  const { refundedMinor, disputedMinor } = takenBack(db)
  const left = sql<number>`max(${orders.amountMinor} - ${refundedMinor} - ${disputedMinor}, 0)`
  const isTheirs = and(eq(cassets.artistId, placeholder('artistId')), isNotNull(cassets.opensAt))
  const isHeld = and(isNull(purchases.endedAt), eq(purchases.mode, placeholder('mode')))
  return db
    .select({ currency: orders.currency, amount: sql<number>`sum(${left})` })
    .from(cassets)
    .innerJoin(purchases, eq(purchases.cassetId, cassets.id))
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(and(isTheirs, isHeld, isAmong(orders.kind, placeholder('kinds'))))
    .groupBy(orders.currency)
    .having(gt(sql`sum(${left})`, 0))
    .orderBy(asc(orders.currency))
})

/** Returns what goes back to buyers in a mode when all preorders of an artist are called off. */
export function paidForPreorders(ctx: Ctx, artistId: string, mode: string): Sum[] {
  const kinds = Object.entries(goodsOf(ctx)).flatMap(([kind, { opening }]) => (opening?.isWhole ? [kind] : []))
  return paid(ctx.db).all({ artistId, mode, kinds: JSON.stringify(kinds) })
}
