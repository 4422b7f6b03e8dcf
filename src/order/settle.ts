import type { Ctx } from '../context.ts'
import type { Processor } from '../payment/processor.ts'
import { sendReceiptMails } from '../receipt/send-receipt-mails.ts'
import { deliver, hasOrdered } from './deliver.ts'
import { keepCountries } from './keep-countries.ts'
import { noteSettlement } from './note-settlement.ts'
import { moveOrder, type Order, orderById, orderOfIntent } from './order.ts'
import { postPayment } from './post-payment.ts'
import { type Payment, purchaseStatusOf, readPayment } from './read-payment.ts'
import { recordDisputes } from './record-disputes.ts'
import { noteWaiting } from './waiting-payment.ts'

/**
 * Updates an order to the current state of its payment at the processor, and returns the payment. Idempotent. `also`
 * runs in the same transaction. Throws UNAVAILABLE.
 */
export function settle(ctx: Ctx, processor: Processor, paymentIntentId: string, also = () => {}) {
  // One at a time per payment: an older state must not overwrite a newer one.
  return ctx.paymentLock(`payment ${paymentIntentId}`, async (): Promise<Payment | undefined> => {
    const known = orderOfIntent(ctx, paymentIntentId)
    const payment = known?.mode === processor.mode ? await readPayment(ctx, processor, paymentIntentId) : undefined
    await ctx.jointly(() => {
      const order = known && orderById(ctx, known.id)
      if (order && payment) record(ctx, order, payment)
      also()
    })
    return payment
  })
}

function record(ctx: Ctx, order: Order, payment: Payment): void {
  const { intent, charge } = payment
  noteWaiting(ctx, order, payment)
  if (intent.status === 'canceled') moveOrder(ctx, order, 'CANCELED')
  if (!charge) return
  if (intent.amount_received !== order.amountMinor || intent.currency !== order.currency) {
    ctx.log.error('a payment is not what was ordered', { orderId: order.id })
    return
  }
  keepCountries(ctx, order, charge)
  postPayment(ctx, order, payment)
  if (order.sellerAccountId !== null) noteSettlement(ctx, order, charge)
  const status = purchaseStatusOf(payment)
  deliver(ctx, order, status)
  recordDisputes(ctx, order, payment, status)
  sendReceiptMails(ctx, order, payment, () => hasOrdered(ctx, order))
}
