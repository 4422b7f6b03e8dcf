import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { sameText } from '../../lib/hash/hmac.ts'
import { isOfGuest } from '../../lib/payment/order-parties.ts'
import { issueLink } from '../../order/guest-link.ts'
import { type Order, orderOfIntent } from '../../order/order.ts'
import { hasOrdered } from '../../order/settle/deliver.ts'
import { settle } from '../../order/settle/settle.ts'
import { requireProcessor } from '../../platform/payment/ask-processor.ts'
import { refuseUnsettled } from '../checkout/verify-payment.ts'
import { collectedUrl } from './emails.ts'
import type { GuestVerified, GuestVerify, PayersSecret } from './model.ts'

/**
 * Reads the state of a guest's payment from the processor and grants the paid goods. A caller with
 * the payment's client secret counts as its payer, and gets another secret link when the first is
 * lost. Throws NOT_FOUND for anybody else, BAD_STATE as for an account.
 */
export async function verifyGuestPayment(ctx: Ctx, asked: GuestVerify): Promise<GuestVerified> {
  const { order, payment } = await paymentOfGuest(ctx, asked)
  const entitled = hasOrdered(ctx, order)
  const isLost = entitled && asked.needsLink === true
  const receiptUrl = isLost ? collectedUrl(ctx, issueLink(ctx, order.id, 'open')) : null
  return { status: payment.intent.status, entitled, receiptUrl }
}

/**
 * Returns a guest's order, and its payment as the processor has it now, to a caller with the
 * payment's client secret, who counts as its payer. Throws as `verifyGuestPayment` does.
 */
export async function paymentOfGuest(ctx: Ctx, { paymentIntentId, clientSecret }: PayersSecret) {
  const isOther = (order: Order | undefined) => order !== undefined && !isOfGuest(order)
  if (isOther(orderOfIntent(ctx, paymentIntentId))) throw notFound('payment')
  // This also rebuilds an order that a restored database has lost.
  const payment = await settle(ctx, requireProcessor(ctx), paymentIntentId)
  const order = orderOfIntent(ctx, paymentIntentId)
  if (!order || isOther(order)) throw notFound('payment')
  if (payment && !sameText(payment.intent.client_secret ?? '', clientSecret)) throw notFound('payment')
  refuseUnsettled(ctx, order, payment)
  return { order, payment }
}
