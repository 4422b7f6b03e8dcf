import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import { listedEntries, type RackEntry } from '../../casset/recent-cassets.ts'
import type { Ctx } from '../../context.ts'
import { ownState } from '../../platform/own-state.ts'
import { whereCounted } from '../../platform/payment/mode.ts'

/** Fewer people would be a profile of them. */
const leastPeople = 3
const mostPeople = 200
const mostOfPerson = 50
const mostShown = 4
/** A public page does not change with a purchase: who looks twice would learn who bought what. */
const freshMs = 3_600_000

const { userId, cassetId, mode, endedAt, id } = purchases
const { placeholder } = sql
const isHeld = and(isNull(endedAt), whereCounted(mode, placeholder('mode')))
const people = prepared((db) =>
  db
    .selectDistinct({ userId })
    .from(purchases)
    .where(and(eq(cassetId, placeholder('cassetId')), sql`${userId} IS NOT NULL`, isHeld))
    .limit(mostPeople),
)
const collectedBy = prepared((db) =>
  db
    .selectDistinct({ cassetId })
    .from(purchases)
    .where(and(eq(userId, placeholder('userId')), isHeld))
    .orderBy(desc(id))
    .limit(mostOfPerson),
)

type Kept = { ids: readonly string[]; at: number }
const keptOf = ownState(() => new Map<string, Kept>())
const mostKept = 5_000

/**
 * Returns the public cassets that most of the people have who collected this one: at least three
 * different people each, from purchases alone, and renewed hourly (rule: also-collected).
 */
export function alsoCollected(ctx: Ctx, casset: { id: string }): RackEntry[] {
  const kept = keptOf(ctx)
  const known = kept.get(casset.id)
  const now = ctx.monotonicMs()
  if (known && now - known.at < freshMs) return listedEntries(ctx, known.ids)
  const counted = new Map<string, number>()
  const { paymentMode } = ctx.config
  for (const person of people(ctx.db).all({ cassetId: casset.id, mode: paymentMode }))
    for (const other of collectedBy(ctx.db).all({ userId: person.userId, mode: paymentMode }))
      counted.set(other.cassetId, (counted.get(other.cassetId) ?? 0) + 1)
  counted.delete(casset.id)
  const ids = [...counted]
    .filter(([, count]) => count >= leastPeople)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostShown)
    .map(([id]) => id)
  if (kept.size >= mostKept) kept.clear()
  kept.set(casset.id, { ids, at: now })
  return listedEntries(ctx, ids)
}
