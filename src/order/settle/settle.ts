import type Stripe from 'stripe'
import { noteIssued, noticeRestore } from '../../books/receipt/receipt-head.ts'
import { sendReceiptMails } from '../../books/receipt/send-receipt-mails.ts'
import { refreshAccount } from '../../books/seller/account/read-account.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import type { Ctx } from '../../context.ts'
import { isMissing } from '../../platform/payment/ask-processor.ts'
import { endKeptCardKind } from '../../platform/payment/end-kept-card.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { paymentLock } from '../../platform/payment/payment-lock.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { recordDisputes } from '../dispute/record-disputes.ts'
import { noteSettlement, saveCountries, withVat } from '../from-charge.ts'
import { isForOthers, moveOrder, type Order, orderOfIntent } from '../order.ts'
import { partsOf } from '../payees.ts'
import { postPayment } from '../post/post-payment.ts'
import { purchaseStatusOf, readPayment } from '../read-payment.ts'
import { catchUp } from './catch-up.ts'
import { deliver, hasOrdered } from './deliver.ts'
import { rebuildOrder } from './rebuild-order.ts'
import { notifyOfRefunds } from './refund-notification.ts'
import { endUndelivered, obstacleToDelivery } from './undelivered.ts'
import { noteWaiting } from './waiting-payment.ts'

/**
 * Updates an order to the current state of its payment at the processor, and returns the payment;
 * undefined when it belongs to no order of ours. Rebuilds an order that the database has lost
 * (rule: rebuilt-orders). Idempotent. `also` runs in the same transaction. Throws UNAVAILABLE
 * (rule: source-of-truth).
 */
export function settle(ctx: Ctx, processor: Processor, paymentIntentId: string, also = () => {}) {
  // One at a time per payment: an older state must not overwrite a newer one.
  return paymentLock(ctx)(`payment ${paymentIntentId}`, async (): Promise<Payment | undefined> => {
    const known = orderOfIntent(ctx, paymentIntentId)
    const payment = await paymentOf(ctx, processor, paymentIntentId, known)
    noticeRestore(ctx)
    const order = await ctx.jointly(() => {
      const order = payment && (caughtUp(ctx, payment) ?? rebuildOrder(ctx, processor, payment))
      if (order) record(ctx, order, payment)
      if (order && !known) endLostCard(ctx, processor, payment)
      also()
      return order
    })
    noteIssued(ctx)
    if (order && !known) await tellRebuilt(ctx, processor, order)
    return order && payment
  })
}

async function paymentOf(ctx: Ctx, processor: Processor, id: string, order: Order | undefined) {
  if (order && order.mode !== processor.mode) return undefined
  try {
    return await readPayment(ctx, processor, id)
  } catch (error) {
    if (!order && isMissing(error)) return undefined
    throw error
  }
}

/** Returns the order of a payment, with the news that its payment tells (rule: rebuilt-orders). */
function caughtUp(ctx: Ctx, { intent }: Payment): Order | undefined {
  const order = orderOfIntent(ctx, intent.id)
  if (order) catchUp(ctx, order, intent.metadata)
  return orderOfIntent(ctx, intent.id)
}

/** Takes a card away whose visit the database has lost with its order (rule: kept-card). */
function endLostCard({ jobs }: Ctx, { mode }: Processor, { intent }: Payment): void {
  if (intent.setup_future_usage === 'on_session') jobs.add(endKeptCardKind, { paymentIntentId: intent.id, mode })
}

/** The remaining work once a lost order is back: its sellers may be payable now, or no longer. */
async function tellRebuilt(ctx: Ctx, processor: Processor, order: Order): Promise<void> {
  ctx.log.warn('order rebuilt from its payment', { orderId: order.id })
  const parts = partsOf(ctx, order).map(({ artistId }) => accountOfArtist(ctx, processor.mode, artistId)?.accountId)
  for (const accountId of [order.sellerAccountId, ...parts]) {
    if (accountId) await refreshAccount(ctx, processor, accountId)
  }
}

function record(ctx: Ctx, order: Order, payment: Payment): void {
  const { intent, charge } = payment
  noteWaiting(ctx, order, payment)
  if (intent.status === 'canceled') moveOrder(ctx, order, 'CANCELED')
  if (!charge) return
  saveCountries(ctx, order, charge)
  recordPaid(ctx, withVat(ctx, order, intent, charge), payment, charge)
}

/** Records a payment that succeeded. `order` has the VAT within it. */
function recordPaid(ctx: Ctx, order: Order, payment: Payment, charge: Stripe.Charge): void {
  postPayment(ctx, order, payment)
  const status = purchaseStatusOf(payment)
  recordDisputes(ctx, order, payment, status)
  const obstacle = obstacleToDelivery(ctx, order, payment)
  if (obstacle !== null || order.state === 'UNDELIVERED') {
    endUndelivered(ctx, order, payment, obstacle)
    return
  }
  if (isForOthers(order)) noteSettlement(ctx, order, charge)
  deliver(ctx, order, status)
  notifyOfRefunds(ctx, order, payment)
  sendReceiptMails(ctx, order, payment, () => hasOrdered(ctx, order))
}
