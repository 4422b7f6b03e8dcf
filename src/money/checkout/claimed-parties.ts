import type { Ctx } from '../../context.ts'
import { isOfGuest } from '../../lib/order-parties.ts'
import { changeParties } from '../order/change-parties.ts'
import { type Order, orderById } from '../order/order.ts'
import { validReferralCode } from '../referral/valid-referral-code.ts'
import { joinedOrders } from './rest-orders.ts'

/** Returns what an order of a guest says of its parties once an account has claimed it. */
export function claimedParties(ctx: Ctx, { referralCode, cassetId }: Order, userId: string) {
  const codes = referralCode === null ? [] : [referralCode]
  return { holderId: userId, buyerEmail: '', referralCode: validReferralCode(ctx, codes, { userId, cassetId }) }
}

/**
 * Gives a rebuilt and paid order of a guest to the account that has claimed the orders it is joined
 * with, as it would have had this one too (rule: the-rest). Called in a transaction.
 */
export function joinClaimed(ctx: Ctx, orderId: string): void {
  const order = orderById(ctx, orderId)
  if (!order || order.paidAt === null || !isOfGuest(order)) return
  const [holderId] = joinedOrders(ctx, orderId).flatMap((id) => orderById(ctx, id)?.holderId ?? [])
  if (holderId !== undefined) changeParties(ctx, orderId, claimedParties(ctx, order, holderId))
}
