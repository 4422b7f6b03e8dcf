import { and, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { guestRests, purchases } from '../../../db/schema/money/checkout.ts'
import { orders } from '../../../db/schema/money/order.ts'
import { noteTakenOff, whereNotTakenOff } from '../../casset/access/track-holding.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { leastCharged } from '../../lib/price.ts'
import { takenBack } from '../ledger/taken-back.ts'
import type { Obstacle } from '../order/goods.ts'
import type { Order } from '../order/order.ts'
import { singlesOfRest } from './guest-rest.ts'
import type { Got } from './replace-open.ts'

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
      .select({ amountMinor: orders.amountMinor, ...takenBack(db) })
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

/**
 * Returns what somebody has paid for tracks of a casset that they have now, without what they got
 * or give back, and without what was taken off a price before; in minor units of a currency.
 */
export function paidForTracks(ctx: Ctx, cassetId: string, payer: Payer, currency: string): number {
  const of = { cassetId, currency, mode: ctx.config.paymentMode }
  const rows =
    'holderId' in payer
      ? paidByAccount(ctx.db).all({ ...of, ...payer })
      : paidByGuest(ctx.db).all({ ...of, orderIds: JSON.stringify(payer.orderIds) })
  return rows.reduce((sum, row) => sum + Math.max(0, row.amountMinor - row.refundedMinor - row.disputedMinor), 0)
}

/** The price of the rest of a casset, and how much less that is than all of it. */
export type RestPrice = { priceMinor: number; creditMinor: number }

/**
 * Returns the price of the rest for somebody who has paid for tracks (rule: the-rest): the
 * difference, where it is not nothing at least what the processor charges.
 */
export function restPrice(priceMinor: number, paidMinor: number, currency: string): RestPrice {
  if (paidMinor === 0 || priceMinor === 0) return { priceMinor, creditMinor: 0 }
  const left = priceMinor - paidMinor
  const due = left <= 0 ? 0 : Math.min(priceMinor, Math.max(left, leastCharged(currency)))
  return { priceMinor: due, creditMinor: priceMinor - due }
}

/** Returns the price of the rest of a casset for somebody; for a stranger, all of this price. */
export const restFor = (
  ctx: Ctx,
  { id: cassetId, currency }: { id: string; currency: string },
  payer: Payer | null,
  priceMinor: number,
): RestPrice => restPrice(priceMinor, payer === null ? 0 : paidForTracks(ctx, cassetId, payer, currency), currency)

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
  const payer = holderId === null ? { orderIds: singlesOfRest(ctx, id) } : { holderId }
  const isLost = paidForTracks(ctx, cassetId, payer, currency) < creditMinor
  return isLost ? () => say('tracks whose price was taken off were paid back to you meanwhile ## after a colon') : null
}

const rest = prepared((db) =>
  db
    .select({ id: orders.id, cassetId: purchases.cassetId, mode: orders.mode })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .where(
      and(
        eq(purchases.userId, placeholder('holderId')),
        eq(purchases.cassetId, placeholder('cassetId')),
        // Written as in the index `purchases_once`.
        sql`coalesce(${purchases.endedAt}, 0) = 0`,
        sql`${orders.creditMinor} > 0`,
        // An order that began as a guest's knows its tracks.
        notExists(db.select({ id: guestRests.orderId }).from(guestRests).where(eq(guestRests.orderId, orders.id))),
      ),
    ),
)

/**
 * Notes of an order of the rest that somebody holds which tracks were taken off its price; of a
 * rebuilt one too, whichever order is rebuilt first. Called in a transaction.
 */
export function noteRest(ctx: Ctx, { cassetId, holderId }: Got): void {
  for (const order of rest(ctx.db).all({ cassetId, holderId })) noteTakenOff(ctx, { ...order, holderId })
}
