import { and, eq } from 'drizzle-orm'
import { referralCredits } from '../../../db/schema/shop/referral.ts'
import type { Ctx } from '../../context.ts'
import { orderByHeld } from '../../order/holding.ts'
import { holderOf, type Order } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { notifyOfCredit } from './credit-notification.ts'

/**
 * Credits the owner of the referral link that led to a purchase, once per holder, casset and mode.
 * A revoked purchase ends the credit; if the buyer collects the casset again, that order's link is
 * credited. Called in the transaction that grants.
 */
export function creditReferral(ctx: Ctx, order: Order, { isRevoked }: PurchaseStatus): void {
  const { cassetId, mode, id: orderId, referralCode: code } = order
  if (code === null) return
  const userId = holderOf(order)
  const now = ctx.now()
  const whereBuyerAndCasset = and(
    eq(referralCredits.userId, userId),
    eq(referralCredits.cassetId, cassetId),
    whereCounted(referralCredits.mode, ctx.config.paymentMode),
  )
  const known = ctx.db
    .select()
    .from(referralCredits)
    .where(whereBuyerAndCasset)
    .orderBy(orderByHeld(referralCredits, orderId))
    .limit(1)
    .get()
  const change = (id: string, values: Partial<typeof referralCredits.$inferInsert>) =>
    void ctx.db.update(referralCredits).set(values).where(eq(referralCredits.id, id)).run()
  if (known?.orderId === orderId) {
    change(known.id, { endedAt: isRevoked ? (known.endedAt ?? now) : null })
  } else if (isRevoked || known?.endedAt === null) {
    return
  } else if (known) {
    change(known.id, { code, orderId, mode, creditedAt: now, endedAt: null })
    notifyOfCredit(ctx, code, order)
  } else {
    const row = { id: ctx.uuid(), code, userId, cassetId, orderId, mode, creditedAt: now, endedAt: null }
    ctx.db.insert(referralCredits).values(row).run()
    notifyOfCredit(ctx, code, order)
  }
}
