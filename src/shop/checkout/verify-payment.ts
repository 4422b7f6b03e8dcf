import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { sameText } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { accountOfOrder, isOfGuest } from '../../lib/payment/order-parties.ts'
import { collectedUrl, issueLink } from '../../order/guest-link.ts'
import { type Order, orderById, orderOfIntent } from '../../order/order.ts'
import { hasOrdered } from '../../order/settle/deliver.ts'
import { settle } from '../../order/settle/settle.ts'
import { stillWaiting } from '../../order/settle/waiting-payment.ts'
import type { Holder } from '../../platform/http/session/holder.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { waitingFor } from '../../platform/payment/waiting-for.ts'
import { noteCard } from '../kept-card/kept-card.ts'
import type { Verified, Verify } from './model.ts'
import { purchaseOfOrder } from './purchases.ts'

/**
 * Reads the state of the caller's payment from the processor and grants the paid goods, without
 * waiting for the webhook. A guest who has lost their link gets another one. Throws NOT_FOUND when
 * it is not theirs, BAD_STATE while the bank processes it, and when the goods cannot be delivered.
 */
export async function verifyPayment(ctx: Ctx, holder: Holder, asked: Verify): Promise<Verified> {
  const { order, payment } = await paymentOf(ctx, holder, asked.paymentIntentId)
  noteCard(ctx, payment)
  const entitled = hasOrdered(ctx, order)
  const needsLink = 'secret' in holder && entitled && asked.needsLink === true
  return {
    status: payment.intent.status,
    entitled,
    purchase: purchaseOfOrder(ctx, order.id) ?? null,
    ...(needsLink ? { receiptUrl: collectedUrl(ctx, issueLink(ctx, order.id, 'open')) } : {}),
  }
}

/**
 * Returns an order and its payment, as the processor has it now, to its account, or to a guest with
 * the payment's client secret, who counts as its payer. Throws as `verifyPayment` does.
 */
export async function paymentOf(ctx: Ctx, holder: Holder, paymentIntentId: string) {
  const secret = 'secret' in holder ? holder.secret : null
  const isTheirs = (order: Order) => ('secret' in holder ? isOfGuest(order) : accountOfOrder(order) === holder.userId)
  const known = orderOfIntent(ctx, paymentIntentId)
  if (known ? !isTheirs(known) : secret === null) throw notFound('payment')
  // For a guest this also rebuilds an order that a restored database has lost.
  const payment = await settle(ctx, requireProcessor(ctx), paymentIntentId)
  const order = orderOfIntent(ctx, paymentIntentId)
  if (!order || !isTheirs(order)) throw notFound('payment')
  if (secret !== null && payment && !sameText(payment.intent.client_secret ?? '', secret)) throw notFound('payment')
  refuseUnsettled(ctx, order, payment)
  return { order, payment }
}

/** Throws BAD_STATE for a payment that a bank processes, of another mode, or being returned. */
function refuseUnsettled(ctx: Ctx, { id }: Order, payment: Payment | undefined): asserts payment {
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
