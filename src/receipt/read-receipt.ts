import { and, eq, or } from 'drizzle-orm'
import { orders } from '../../db/schema/checkout.ts'
import { receipts } from '../../db/schema/receipt.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { takenBack } from '../sale/taken-back.ts'

/** The caller's own receipt, by its order or by the payment of it. Throws NOT_FOUND. */
export function readReceipt(ctx: Ctx, payer: Viewer, id: string) {
  const { refundedMinor, disputedMinor } = takenBack
  const row = ctx.db
    .select({ order: orders, receipt: receipts, refundedMinor, disputedMinor })
    .from(orders)
    .innerJoin(receipts, eq(receipts.orderId, orders.id))
    .where(and(eq(orders.userId, payer.userId), or(eq(orders.id, id), eq(orders.paymentIntentId, id))))
    .get()
  if (!row) throw notFound('receipt')
  return row
}

export type Receipt = ReturnType<typeof readReceipt>
