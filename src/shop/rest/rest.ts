import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { takenBack } from '../../books/ledger/taken-back.ts'
import { whereNotTakenOff } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Obstacle } from '../../order/goods.ts'
import type { Order } from '../../order/order.ts'
import { leastPaid } from '../../platform/payment/settled-least.ts'
import { singlesOfRest } from './rest-orders.ts'

const { placeholder } = sql

/** The holder of single tracks: an account, or a guest, by their orders. */
export type Payer = { holderId: string } | { orderIds: readonly string[] }

const isOfAccount = and(sql`${trackHoldings.userId} IS NOT NULL`, eq(trackHoldings.userId, placeholder('holderId')))
const isOfGuest = and(isAmong(trackHoldings.orderId, placeholder('orderIds')), isNull(trackHoldings.userId))

const paidBy = (whose: SQL | undefined) =>
  prepared((db) => {
    const { cassetId, heldSince, endedAt, mode, orderId } = trackHoldings
    const bought = db
      .select({ id: orderId })
      .from(trackHoldings)
      .where(
        and(
          whose,
          eq(cassetId, placeholder('cassetId')),
          eq(mode, placeholder('mode')),
          isNotNull(heldSince),
          isNull(endedAt),
          whereNotTakenOff(db),
        ),
      )
    return db
      .select({ id: orders.id, amountMinor: orders.amountMinor, ...takenBack(db) })
      .from(orders)
      .where(
        and(
          inArray(orders.id, bought),
          eq(orders.currency, placeholder('currency')),
          // Nobody gets the rest for money that is going back; after a download it stays.
          or(isNull(orders.withdrawnAt), isNotNull(orders.downloadedAt)),
        ),
      )
  })
const paidByAccount = paidBy(isOfAccount)
const paidByGuest = paidBy(isOfGuest)

/** An order by which single tracks were paid, and what is left of the sum in minor units. */
type PaidOrder = { id: string; leftMinor: number }

export const sumOf = (paid: readonly PaidOrder[]): number => paid.reduce((sum, { leftMinor }) => sum + leftMinor, 0)

/**
 * Returns what somebody has paid, in a currency, for tracks of a casset that they have now: without
 * what they got or give back, what a bank holds for the moment, and what was deducted from a price
 * before. A stranger has paid nothing.
 */
export function paidOrders(ctx: Ctx, cassetId: string, payer: Payer | null, currency: string): PaidOrder[] {
  const of = { cassetId, currency, mode: ctx.config.paymentMode }
  const rows =
    payer === null
      ? []
      : 'holderId' in payer
        ? paidByAccount(ctx.db).all({ ...of, ...payer })
        : paidByGuest(ctx.db).all({ ...of, orderIds: JSON.stringify(payer.orderIds) })
  return rows.flatMap(({ id, amountMinor, refundedMinor, disputedMinor }) => {
    const leftMinor = amountMinor - refundedMinor - disputedMinor
    return leftMinor > 0 ? [{ id, leftMinor }] : []
  })
}

/** The price of the rest of a casset, and how much less that is than all of it. */
export type RestPrice = { priceMinor: number; creditMinor: number }

/**
 * Returns the price of the rest for somebody who has paid for tracks (rule: the-rest): the
 * difference, where it is not nothing at least what the processor charges.
 */
export function restPrice(priceMinor: number, paidMinor: number, leastMinor: number): RestPrice {
  if (paidMinor === 0 || priceMinor === 0) return { priceMinor, creditMinor: 0 }
  const left = priceMinor - paidMinor
  const due = left <= 0 ? 0 : Math.min(priceMinor, Math.max(left, leastMinor))
  return { priceMinor: due, creditMinor: priceMinor - due }
}

/**
 * Returns somebody's price for the rest of a casset, and the orders deducted from it; a stranger
 * pays the full price.
 */
export function restFor(
  ctx: Ctx,
  { id: cassetId, currency }: { id: string; currency: string },
  payer: Payer | null,
  priceMinor: number,
): RestPrice & { takenOff: readonly string[] } {
  const paid = paidOrders(ctx, cassetId, payer, currency)
  const price = restPrice(priceMinor, sumOf(paid), leastPaid(ctx, currency))
  return { ...price, takenOff: price.creditMinor > 0 ? paid.map(({ id }) => id) : [] }
}

/**
 * Returns why an order of the rest cannot be delivered any more, because what was taken off its
 * price was paid back since, or is somebody else's by now; null when it can. A rebuilt order was
 * delivered before.
 */
export function lostCredit(
  ctx: Ctx,
  { id, creditMinor, holderId, cassetId, paidAt, currency }: Order,
): Obstacle | null {
  if (creditMinor === 0 || paidAt !== null) return null
  const orderIds = singlesOfRest(ctx, id)
  const paid = paidOrders(ctx, cassetId, holderId === null ? { orderIds } : { holderId }, currency)
  const isLost = sumOf(paid.filter((order) => orderIds.includes(order.id))) < creditMinor
  return isLost ? () => say('tracks whose price was taken off were paid back to you meanwhile ## after a colon') : null
}
