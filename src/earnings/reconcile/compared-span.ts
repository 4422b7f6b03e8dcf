import { eq, min } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { cleanComparisons } from '../../../db/schema/earnings/reconcile.ts'
import { noticeRestore, restoredAt } from '../../books/receipt/receipt-head.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Processor } from '../../platform/payment/processor.ts'

/** The start of a comparison, and whether it covers everything there ever was. */
export type ComparedSpan = { sinceMs: number; isWhole: boolean }

// Clocks differ, and an order is stored a moment before its payment is created.
const marginMs = 3_600_000

/** Late arrivals at the processor are dated back by less than this. */
const overlapMs = 2 * dayMs

/**
 * Returns the span of a comparison: since the last clean one, with an overlap. With `all`, and
 * before the first clean one or the first after a restore, since the first account: the database
 * may have lost orders, and what payments of any age were told since (rule: doctor-compares).
 * Undefined while there is no account.
 */
export function comparedSpan(ctx: Ctx, { mode }: Processor, all: boolean): ComparedSpan | undefined {
  // Nothing may have been served from this folder yet.
  noticeRestore(ctx)
  const first = ctx.db
    .select({ at: min(users.createdAt) })
    .from(users)
    .get()
  if (first?.at === null || first?.at === undefined) return undefined
  const beginning = first.at - marginMs
  const cleanAt = comparedAt(ctx, mode)
  const isKnown = cleanAt !== undefined && cleanAt >= (restoredAt(ctx) ?? 0)
  const sinceMs = all || !isKnown ? beginning : Math.max(beginning, cleanAt - overlapMs)
  return { sinceMs, isWhole: sinceMs === beginning }
}

/** Returns when the last clean comparison of a mode began (ms). */
export const comparedAt = ({ db }: Ctx, mode: Processor['mode']): number | undefined =>
  db.select().from(cleanComparisons).where(eq(cleanComparisons.mode, mode)).get()?.beganAt

/** Stores when a comparison without differences began. A clock that was set back moves it back. */
export function saveCleanComparison({ db }: Ctx, { mode }: Processor, beganAt: number): void {
  db.insert(cleanComparisons)
    .values({ mode, beganAt })
    .onConflictDoUpdate({ target: cleanComparisons.mode, set: { beganAt } })
    .run()
}
