import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type Order, orderById, ownOrder } from '../../order/order.ts'
import { hasOrdered } from '../../order/settle/deliver.ts'
import { settle } from '../../order/settle/settle.ts'
import { stillWaiting } from '../../order/settle/waiting-payment.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { waitingFor } from '../../platform/payment/waiting-for.ts'
import { noteCard } from '../kept-card/kept-card.ts'
import { purchaseOfOrder } from './purchases.ts'

/**
 * Reads the state of the caller's payment from the processor and grants the paid goods, without
 * waiting for the webhook. Throws NOT_FOUND when it is not theirs, BAD_STATE while the bank
 * processes it, and when the goods cannot be delivered.
 */
export async function verifyPayment(ctx: Ctx, buyer: Viewer, paymentIntentId: string) {
  const order = ownOrder(ctx, buyer, paymentIntentId)
  const payment = await settle(ctx, requireProcessor(ctx), paymentIntentId)
  refuseUnsettled(ctx, order, payment)
  noteCard(ctx, payment)
  const purchase = purchaseOfOrder(ctx, order.id)
  return { status: payment.intent.status, entitled: hasOrdered(ctx, order), purchase: purchase ?? null }
}

/**
 * Throws BAD_STATE while the bank processes a payment, when it belongs to another mode, and when it
 * is being returned.
 */
export function refuseUnsettled(ctx: Ctx, { id }: Order, payment: Payment | undefined): asserts payment {
  if (!payment)
    throw new AppError(
      'BAD_STATE',
      say('This order was paid in another payment mode (test or live); switch PAYMENTS back to read it.'),
    )
  const waits = waitingFor(payment.intent)
  if (waits) throw stillWaiting(ctx, waits)
  if (orderById(ctx, id)?.state === 'UNDELIVERED') {
    throw new AppError('BAD_STATE', say('We cannot give you what you paid for, so all of it goes back to you.'), {
      field: 'paymentIntentId',
      hint: say('There is nothing for you to do. Banks take about a week.'),
    })
  }
}
