import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { canBePaid } from '../../books/seller/can-be-paid.ts'
import type { Ctx } from '../../context.ts'

/**
 * Returns the sum that an artist suggests for a casset, in minor units; null for none, where it is
 * not above the price, and where nobody can be paid (rule: suggested-price).
 */
export function suggestedSum(ctx: Ctx, cassetId: string, handle: string): number | null {
  const { priceMinor, suggestedMinor } = cassets
  const row = ctx.db.select({ priceMinor, suggestedMinor }).from(cassets).where(eq(cassets.id, cassetId)).get()
  if (!row || row.suggestedMinor === null || row.suggestedMinor <= row.priceMinor) return null
  return canBePaid(ctx, handle) ? row.suggestedMinor : null
}
