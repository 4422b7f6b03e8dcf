import { openingOf } from '../../casset/access/opening.ts'
import { promisedHour } from '../../casset/opening/promised-hour.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { isHeldByOrder, returnWhole } from '../../order/give-back/return-whole.ts'
import type { Order } from '../../order/order.ts'
import { isRefundable } from './preordered.ts'

/**
 * Returns the hour (ms) until which the payer of an order may have their money back: that at which
 * the tape opens, where it is later than what they were promised; null where they may not
 * (rule: preorder-moves).
 */
export function returnableUntil(ctx: Ctx, order: Order): number | null {
  const { opensAt } = openingOf(ctx, order.cassetId)
  if (opensAt === null || opensAt <= ctx.now()) return null
  if (!isRefundable(ctx, order) || !isHeldByOrder(ctx, order)) return null
  const promised = promisedHour(ctx, order.cassetId, order.createdAt)
  return promised !== undefined && promised < opensAt ? opensAt : null
}

/**
 * Returns all of a preorder's money to its payer, as the tape opens later than promised; what they
 * held ends with it. Throws BAD_STATE, UNAVAILABLE.
 */
export async function returnMoney(ctx: Ctx, order: Order): Promise<void> {
  if (returnableUntil(ctx, order) === null) throw notReturnable(ctx, order)
  await returnWhole(ctx, order, 'moved')
}

function notReturnable(ctx: Ctx, { cassetId }: Order): AppError {
  const { opensAt } = openingOf(ctx, cassetId)
  const isOpen = opensAt === null || opensAt <= ctx.now()
  return isOpen
    ? new AppError('BAD_STATE', say('This casset is open: it is yours.'), { hint: say('Ask its artist for a refund.') })
    : new AppError('BAD_STATE', say('This casset opens when you were told that it would.'), {
        hint: say('You can have your money back if it moves to a later hour.'),
      })
}
