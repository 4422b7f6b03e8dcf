import { and, between, eq, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { collectDays } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'
import { type Days, dayAt } from '../../lib/time/calendar.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { cassetSpans } from './casset-spans.ts'

const { placeholder } = sql

export type DayCount = { day: number; count: number }

const { cassetId, day, mode, collects, amountMinor } = collectDays

// For a co-casset, each member counts the days on which they were in it.
const byDay = prepared((db) => {
  const spans = cassetSpans(db)
  const to = placeholder('to')
  const isIn = sql`${day} BETWEEN max(${placeholder('from')}, ${spans.since}) AND min(${to}, coalesce(${spans.until}, ${to}))`
  const count = sql<number>`sum(${collects})`
  return db
    .select({ day, count })
    .from(collectDays)
    .innerJoin(spans, eq(spans.id, cassetId))
    .where(and(isIn, whereCounted(mode, placeholder('mode'))))
    .groupBy(day)
    .having(ne(count, 0))
})

/**
 * Returns how often an artist's casset was collected on each day, paid in the present mode or free;
 * revoked purchases do not count.
 */
export const countCollects = ({ db, config }: Ctx, artistId: string, { from, to }: Days): DayCount[] =>
  byDay(db).all({ artistId, from, to, mode: config.paymentMode })

export type Collects = { count: number; amountMinor: number }

const inAll = prepared((db) => {
  const sums = {
    count: sql<number>`coalesce(sum(${collects}), 0)`,
    amountMinor: sql<number>`coalesce(sum(${amountMinor}), 0)`,
  }
  const isCounted = whereCounted(mode, placeholder('mode'))
  return db
    .select(sums)
    .from(collectDays)
    .where(and(eq(cassetId, placeholder('cassetId')), isCounted))
})

const inDays = prepared((db) =>
  db
    .select({ count: sql<number>`coalesce(sum(${collects}), 0)` })
    .from(collectDays)
    .where(
      and(
        eq(cassetId, placeholder('cassetId')),
        between(day, placeholder('from'), placeholder('to')),
        whereCounted(mode, placeholder('mode')),
      ),
    ),
)

export const countCollectsOf = ({ db, config }: Ctx, cassetId: string, { from, to }: Days): number =>
  inDays(db).get({ cassetId, from, to, mode: config.paymentMode })?.count ?? 0

/** Returns how often a casset was collected today (UTC). */
export function countToday(ctx: Ctx, cassetId: string): number {
  const today = dayAt(ctx.now())
  return countCollectsOf(ctx, cassetId, { from: today, to: today })
}

/** Returns how often a casset was collected since its beginning, with the revenue. */
export const sumCollects = ({ db, config }: Ctx, cassetId: string): Collects =>
  inAll(db).get({ cassetId, mode: config.paymentMode }) ?? { count: 0, amountMinor: 0 }
