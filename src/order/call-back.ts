import type { owedParts } from '../../db/schema/order/order.ts'
import { openingOf } from '../casset/access/opening.ts'
import type { Ctx } from '../context.ts'
import { dayMs, hourMs } from '../lib/time/calendar.ts'
import { hasClockSettled } from '../platform/settled-clock.ts'
import { goodsOf } from './goods.ts'
import type { Order } from './order.ts'
import { isAboutToGoBack } from './refund-reason.ts'

/** The promise by which an order's money may be called back, and its end (ms), if it has one. */
export type CallBack = { by: NonNullable<(typeof owedParts.$inferSelect)['waitsFor']>; until: number | null }

export const toldDays = 14

// The day of the order does not count, and a period that ends on a weekend or a holiday runs to the
// end of the next working day (Regulation 1182/71, article 3): from Good Friday that is Tuesday.
const offeredDays = 18

// A day ends last in the west, twelve hours after its end in UTC.
const westernmostMs = 12 * hourMs

/**
 * Returns the end (ms) of the days in which what was paid at a moment (ms) may be given back,
 * wherever its payer is.
 */
export const endOfOffer = (paidAt: number): number =>
  Math.floor(paidAt / dayMs + offeredDays + 1) * dayMs + westernmostMs

/** Null when nothing calls the money back (rule: money-called-back). */
export function callBackOf(ctx: Ctx, order: Order): CallBack | null {
  const { id, kind, cassetId, withdrawal, downloadedAt, paidAt } = order
  const goods = goodsOf(ctx)[kind]
  if (goods.opening?.isWhole) {
    const { opensAt, calledOffAt } = openingOf(ctx, cassetId)
    if (opensAt !== null || calledOffAt !== null) return { by: 'opening', until: null }
  }
  const deliversAt = goods.deliversAt?.(ctx, order) ?? null
  if (deliversAt !== null) return { by: 'withdrawal', until: deliversAt }
  if (withdrawal === 'offered' && downloadedAt === null) {
    const until = endOfOffer(paidAt ?? ctx.now())
    if (until > ctx.now()) return { by: 'withdrawal', until }
    // A clock that leapt may go back, and the days with it. Each day whatever waits is looked at.
    if (!hasClockSettled(ctx)) return { by: 'withdrawal', until: null }
  }
  return isAboutToGoBack(ctx, id) ? { by: 'refund', until: null } : null
}
