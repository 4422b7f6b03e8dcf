import { isHeldByGuest } from '../../casset/access/guest-access.ts'
import type { Ctx } from '../../context.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import { changeParties } from '../../order/change-parties.ts'
import { type Order, orderById } from '../../order/order.ts'
import { paidInFull } from '../../order/read-payment.ts'
import { addPurchase } from '../purchase/add-purchase.ts'
import { creditReferral } from '../referral/credit-referral.ts'
import { validReferralCode } from '../referral/valid-referral-code.ts'
import { joinedOrders, replaceOpenRests } from './rest-orders.ts'

/** Returns a guest's order and those that are claimed with it, ended ones first. */
export function claimedWith(ctx: Ctx, order: Order): Order[] {
  const orders = joinedOrders(ctx, order.id).flatMap((id) => orderById(ctx, id) ?? [])
  const unclaimed = orders.filter((each) => isOfGuest(each) && (each.id === order.id || each.state === 'PAID'))
  return unclaimed.toSorted((one, other) => Number(isHeldByGuest(ctx, one.id)) - Number(isHeldByGuest(ctx, other.id)))
}

/**
 * Gives a guest's order to an account, with those that belong together with it: single tracks, and
 * the rest of their casset, which may have cost nothing (rule: the-rest). Called in a transaction.
 */
export function claimJoined(ctx: Ctx, order: Order, userId: string): void {
  const orders = claimedWith(ctx, order)
  for (const each of orders) claimOne(ctx, each, userId)
  replaceOpenRests(
    ctx,
    orders.map(({ id }) => id),
  )
}

function claimOne(ctx: Ctx, order: Order, userId: string): void {
  const isHeld = isHeldByGuest(ctx, order.id)
  const { referralCode, cassetId } = order
  const codes = referralCode === null ? [] : [referralCode]
  const referral = { referralCode: validReferralCode(ctx, codes, { userId, cassetId }) }
  const claimed = { holderId: userId, buyerEmail: '', ...referral }
  changeParties(ctx, order.id, claimed)
  addPurchase(ctx, order, userId)
  creditReferral(ctx, { ...order, ...claimed }, { ...paidInFull, isRevoked: !isHeld })
}

/**
 * Gives a rebuilt and paid order of a guest, and all that it is joined with, to the account that
 * has claimed any of these (rule: the-rest). Called in a transaction.
 */
export function joinClaimed(ctx: Ctx, orderId: string): void {
  const order = orderById(ctx, orderId)
  if (!order || order.paidAt === null || order.buyerEmail === null) return
  const [userId] = joinedOrders(ctx, orderId).flatMap((id) => orderById(ctx, id)?.holderId ?? [])
  if (userId !== undefined) claimJoined(ctx, order, userId)
}
