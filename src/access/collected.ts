import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { purchases } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'

const current = prepared((db) =>
  db
    .select({ id: purchases.id })
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

/** Whether somebody has collected a casset, and has it still. */
export const hasCollected = (ctx: Ctx, cassetId: string, userId: string): boolean =>
  current(ctx.db).get({ cassetId, userId }) !== undefined
