import { openingOf } from '../../casset/access/opening.ts'
import { promisedHour } from '../../casset/preorder/promised-hour.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { accountOfOrder } from '../../lib/order-parties.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { disputeStateOf } from '../../platform/payment/dispute-state.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { goodsOf } from '../order/goods.ts'
import { orderOfLink } from '../order/guest-link.ts'
import { type Order, orderById } from '../order/order.ts'
import { refundWhole } from '../order/refund-whole.ts'
import { processorOfOrder } from '../order/request-refund.ts'
import { settle } from '../order/settle.ts'
import { isRefundable } from './preordered.ts'

/**
 * Returns the hour (ms) until which the payer of an order may have their money back: that at which
 * the tape opens, where it is later than what they were promised; null where they may not
 * (rule: preorder-moves).
 */
export function returnableUntil(ctx: Ctx, order: Order): number | null {
  const { opensAt } = openingOf(ctx, order.cassetId)
  if (opensAt === null || opensAt <= ctx.now()) return null
  if (order.state !== 'PAID' || !isRefundable(ctx, order) || !doesCount(ctx, order.mode)) return null
  const promised = promisedHour(ctx, order.cassetId, order.createdAt)
  if (promised === undefined || promised >= opensAt) return null
  const has = goodsOf(ctx)[order.kind].held(ctx, order)
  return has?.orderId === order.id && has.endedAt === null ? opensAt : null
}

/** Returns whether the payer of an order may have their money back now. */
export function isReturnable(ctx: Ctx, orderId: string): boolean {
  const order = orderById(ctx, orderId)
  return order !== undefined && returnableUntil(ctx, order) !== null
}

/**
 * Returns all of a preorder's money to its payer, as the tape opens later than promised; what they
 * held ends with it. Asking again changes nothing. Throws BAD_STATE, UNAVAILABLE.
 */
export async function returnMoney(ctx: Ctx, order: Order): Promise<void> {
  if (returnableUntil(ctx, order) === null) throw notReturnable(ctx, order)
  const { processor, paymentIntentId } = processorOfOrder(ctx, order)
  const payment = await settle(ctx, processor, paymentIntentId)
  if (payment?.disputes.some((each) => !each.is_charge_refundable && disputeStateOf(each) !== 'KEPT')) {
    throw new AppError('BAD_STATE', 'You disputed this payment: your bank decides where the money goes.')
  }
  await refundWhole(ctx, order.id, 'preorder')
  await settle(ctx, processor, paymentIntentId)
  if (goodsOf(ctx)[order.kind].held(ctx, order)?.endedAt !== null) return
  throw new AppError('BAD_STATE', 'The payment processor has not refunded this yet.', {
    hint: 'Try again in a while: nothing is refunded twice.',
  })
}

function notReturnable(ctx: Ctx, { cassetId }: Order): AppError {
  const { opensAt } = openingOf(ctx, cassetId)
  const isOpen = opensAt === null || opensAt <= ctx.now()
  return isOpen
    ? new AppError('BAD_STATE', 'This tape is open: it is yours.', { hint: 'Ask its artist for a refund.' })
    : new AppError('BAD_STATE', 'This tape opens when you were told that it would.', {
        hint: 'You can have your money back if it moves to a later hour.',
      })
}

/**
 * Returns the money of the caller's preorder, by its order. Throws NOT_FOUND, FORBIDDEN, and as
 * `returnMoney` does.
 */
export async function returnOwn(ctx: Ctx, { userId }: Viewer, orderId: string): Promise<void> {
  const order = orderById(ctx, orderId)
  if (!order) throw notFound('order')
  if (accountOfOrder(order) !== userId) throw new AppError('FORBIDDEN', 'This order is somebody else’s.')
  await returnMoney(ctx, order)
}

/**
 * Returns the money of a guest's preorder, who has its secret link. Throws NOT_FOUND, and as
 * `returnMoney` does.
 */
export async function returnAsGuest(ctx: Ctx, secret: string): Promise<void> {
  const order = orderOfLink(ctx, 'open', secret)
  if (!order) throw notFound('link')
  await returnMoney(ctx, order)
}
