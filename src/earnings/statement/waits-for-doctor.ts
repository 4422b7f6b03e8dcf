import { restoredAt } from '../../books/receipt/receipt-head.ts'
import type { Ctx } from '../../context.ts'
import { comparedAt } from '../reconcile/compared-span.ts'

/**
 * Returns whether statements wait, because the database was restored and the doctor has not found
 * it to agree with the processor since: sales and refunds may be missing (rule: statements).
 */
export function waitsForDoctor(ctx: Ctx): boolean {
  const restored = restoredAt(ctx)
  if (restored === undefined) return false
  const compared = comparedAt(ctx, ctx.config.paymentMode)
  return compared === undefined || compared < restored
}
