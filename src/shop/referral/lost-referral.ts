import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { referralLinks } from '../../../db/schema/shop/referral.ts'
import { accountExists } from '../../account/account-exists.ts'
import type { Ctx } from '../../context.ts'
import { changeParties } from '../../order/change-parties.ts'
import { type Order, orderById } from '../../order/order.ts'

export function toldReferrer({ db }: Ctx, { referralCode }: Order): Record<string, string> {
  if (referralCode === null) return {}
  const of = eq(referralLinks.code, referralCode)
  const link = db.select({ referrer: referralLinks.userId }).from(referralLinks).where(of).get()
  return link ? { referrer: link.referrer } : {}
}

/**
 * Names the referral link of a rebuilt order, which is made again where it was made after the copy
 * of the database that was restored (rule: rebuilt-orders). Called in a transaction.
 */
export function restoreReferral(ctx: Ctx, orderId: string, { referralCode: code, referrer }: Stripe.Metadata): void {
  const order = orderById(ctx, orderId)
  if (code === undefined || referrer === undefined || order?.referralCode !== null) return
  if (!accountExists(ctx, referrer)) return
  const { cassetId } = order
  const row = { code, userId: referrer, cassetId, createdAt: order.createdAt }
  ctx.db.insert(referralLinks).values(row).onConflictDoNothing().run()
  const theirs = and(eq(referralLinks.userId, referrer), eq(referralLinks.cassetId, cassetId))
  const known = ctx.db.select({ code: referralLinks.code }).from(referralLinks).where(theirs).get()
  if (known) changeParties(ctx, orderId, { referralCode: known.code })
}
