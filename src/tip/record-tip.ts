import { eq } from 'drizzle-orm'
import { tips } from '../../db/schema/tip.ts'
import type { Ctx } from '../context.ts'
import type { Order } from '../order/order.ts'
import type { PurchaseStatus } from '../order/read-payment.ts'

const tipOf = (ctx: Ctx, orderId: string) => ctx.db.select().from(tips).where(eq(tips.orderId, orderId)).get()

/** Returns whether an order's tip was paid and not revoked. */
export const isTipped = (ctx: Ctx, { id }: Order): boolean => tipOf(ctx, id)?.endedAt === null

/** Records a paid tip, and whether it was revoked. Idempotent. Called in the transaction of its postings. */
export function recordTip(
  ctx: Ctx,
  { id: orderId, userId, cassetId, paidAt }: Order,
  { status, isRevoked }: PurchaseStatus,
): void {
  const now = ctx.now()
  const known = tipOf(ctx, orderId)
  if (known) {
    const endedAt = isRevoked ? (known.endedAt ?? now) : null
    ctx.db.update(tips).set({ status, endedAt }).where(eq(tips.id, known.id)).run()
    return
  }
  const row = {
    id: ctx.uuid(),
    userId,
    cassetId,
    orderId,
    status,
    tippedAt: paidAt ?? now,
    endedAt: isRevoked ? now : null,
  }
  ctx.db.insert(tips).values(row).run()
}
