import { openingOf } from '../../casset/access/opening.ts'
import { promisedHour } from '../../casset/preorder/promised-hour.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { goodsOf } from '../order/goods.ts'
import { type Order, orderById } from '../order/order.ts'
import { returnWhole } from '../order/return-whole.ts'
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
 * held ends with it. Throws BAD_STATE, UNAVAILABLE.
 */
export async function returnMoney(ctx: Ctx, order: Order): Promise<void> {
  if (returnableUntil(ctx, order) === null) throw notReturnable(ctx, order)
  await returnWhole(ctx, order, 'preorder')
}

function notReturnable(ctx: Ctx, { cassetId }: Order): AppError {
  const { opensAt } = openingOf(ctx, cassetId)
  const isOpen = opensAt === null || opensAt <= ctx.now()
  return isOpen
    ? new AppError('BAD_STATE', say('This tape is open: it is yours.'), { hint: say('Ask its artist for a refund.') })
    : new AppError('BAD_STATE', say('This tape opens when you were told that it would.'), {
        hint: say('You can have your money back if it moves to a later hour.'),
      })
}
