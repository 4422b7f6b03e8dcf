import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { doesCount } from '../../platform/payment/mode.ts'
import { goodsOf } from '../goods.ts'
import type { Order } from '../order.ts'
import { isBarred } from '../read-payment.ts'
import type { OwnReason } from '../refund-reason.ts'
import { settle } from '../settle/settle.ts'
import { refundWhole } from './refund-whole.ts'
import { processorOfOrder } from './request-refund.ts'

/**
 * Returns all of an order's money to its payer, at whose wish it is; what they held ends with it.
 * `begin` is called just before, and throws where the wish has come too late. Throws BAD_STATE
 * while the payment is disputed and where nothing was refunded, UNAVAILABLE.
 */
export async function returnWhole(ctx: Ctx, order: Order, reason: OwnReason, begin?: () => void): Promise<void> {
  const { processor, paymentIntentId } = processorOfOrder(ctx, order)
  const payment = await settle(ctx, processor, paymentIntentId)
  if (payment && isBarred(payment)) {
    throw new AppError('BAD_STATE', say('You disputed this payment: your bank decides where the money goes.'))
  }
  begin?.()
  await refundWhole(ctx, order.id, reason)
  if (goodsOf(ctx)[order.kind].holding.find(ctx, order)?.endedAt !== null) return
  throw new AppError('BAD_STATE', say('The payment processor has not refunded this yet.'), {
    hint: say('Try again in a while: nothing is refunded twice.'),
  })
}

/** Returns whether an order was paid, counts, and is that by which its holder has the goods now. */
export function isHeldByOrder(ctx: Ctx, order: Order): boolean {
  if (order.state !== 'PAID' || order.amountMinor === 0 || !doesCount(ctx, order.mode)) return false
  const has = goodsOf(ctx)[order.kind].holding.find(ctx, order)
  return has?.orderId === order.id && has.endedAt === null
}
