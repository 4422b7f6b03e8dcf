import { and, eq, gte, isNotNull } from 'drizzle-orm'
import { tips } from '../../../db/schema/shop/tip.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'
import { notifyOfSale } from '../../order/settle/sale-notification.ts'

/** Returns the tip of an order; undefined while it is not paid. */
export const tipOf = ({ db }: Ctx, { id }: Order) => db.select().from(tips).where(eq(tips.orderId, id)).get()

/** Returns the tips to a casset since a moment (ms) that were revoked. */
export const tipsTakenBack = ({ db }: Ctx, cassetId: string, since: number) =>
  db
    .select({ userId: tips.userId, tippedAt: tips.tippedAt })
    .from(tips)
    .where(and(eq(tips.cassetId, cassetId), gte(tips.tippedAt, since), isNotNull(tips.endedAt)))
    .all()

export type PaidTip = {
  userId: string
  cassetId: string
  amountMinor: number
  currency: string
  message: string | null
  paidAt: number
}

/** Announces a tip in the transaction that records it. */
export type TellTip = (ctx: Ctx, tip: PaidTip) => void

/** Idempotent. Called in the transaction of its postings. */
export function recordTip(ctx: Ctx, order: Order, { status, isRevoked }: PurchaseStatus, tellTip: TellTip): void {
  const { id: orderId, userId, cassetId } = order
  if (userId === null) throw new Error(`The tip ${orderId} is of no account.`)
  const now = ctx.now()
  const paidAt = order.paidAt ?? now
  const known = tipOf(ctx, order)
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
    tippedAt: paidAt,
    endedAt: isRevoked ? now : null,
  }
  ctx.db.insert(tips).values(row).run()
  if (isRevoked) return
  tellTip(ctx, { ...order, userId, paidAt })
  notifyOfSale(ctx, order)
}
