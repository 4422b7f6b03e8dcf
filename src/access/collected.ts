import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { purchases } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'

const current = prepared((db) =>
  db
    .select({ purchasedAt: purchases.purchasedAt })
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, sql.placeholder('userId')),
        eq(purchases.cassetId, sql.placeholder('cassetId')),
        isNull(purchases.endedAt),
      ),
    )
    .prepare(),
)

/** Returns when somebody collected a casset that they still have (a time in ms); undefined when they do not have it. */
export const collectedAt = (ctx: Ctx, cassetId: string, userId: string): number | undefined =>
  current(ctx.db).get({ cassetId, userId })?.purchasedAt

/** Returns whether a user has collected a casset and still has it. */
export const hasCollected = (ctx: Ctx, cassetId: string, userId: string): boolean =>
  collectedAt(ctx, cassetId, userId) !== undefined
