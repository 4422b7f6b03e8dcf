import { and, eq, isNull } from 'drizzle-orm'
import { purchases } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'

/** Whether somebody has collected a casset, and has it still. */
export function hasCollected(ctx: Ctx, cassetId: string, userId: string): boolean {
  const isHeld = and(eq(purchases.userId, userId), eq(purchases.cassetId, cassetId), isNull(purchases.endedAt))
  return ctx.db.select({ id: purchases.id }).from(purchases).where(isHeld).get() !== undefined
}
