import type { owedParts } from '../../db/schema/order/order.ts'
import { openingOf } from '../casset/access/opening.ts'
import type { Ctx } from '../context.ts'
import { dayMs } from '../lib/time/calendar.ts'
import { hasClockSettled } from '../platform/settled-clock.ts'
import { goodsOf } from './goods.ts'
import type { Order } from './order.ts'
import { isAboutToGoBack } from './refund-reason.ts'

/** The promise by which an order's money may be called back, and its end (ms), if it has one. */
export type CallBack = { by: NonNullable<(typeof owedParts.$inferSelect)['waitsFor']>; until: number | null }

// The day of the order does not count (Regulation 1182/71), so that the fifteenth day ends it.
const offeredDays = 15

/** Returns the end (ms) of the days in which what was paid at a moment (ms) may be given back. */
export const endOfOffer = (paidAt: number): number => Math.floor(paidAt / dayMs + offeredDays) * dayMs

/** Null when nothing calls the money back (rule: money-called-back). */
export function callBackOf(ctx: Ctx, { id, kind, cassetId, withdrawal, downloadedAt, paidAt }: Order): CallBack | null {
  if (goodsOf(ctx)[kind].opening?.isWhole) {
    const { opensAt, calledOffAt } = openingOf(ctx, cassetId)
    if (opensAt !== null || calledOffAt !== null) return { by: 'opening', until: null }
  }
  if (withdrawal === 'offered' && downloadedAt === null) {
    const until = endOfOffer(paidAt ?? ctx.now())
    if (until > ctx.now()) return { by: 'withdrawal', until }
    // A clock that leapt may go back, and the days with it. Each day whatever waits is looked at.
    if (!hasClockSettled(ctx)) return { by: 'withdrawal', until: null }
  }
  return isAboutToGoBack(ctx, id) ? { by: 'refund', until: null } : null
}
