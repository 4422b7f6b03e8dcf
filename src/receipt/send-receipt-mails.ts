import type { Ctx } from '../context.ts'
import { readAddress } from '../mail/address.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Order } from '../order/order.ts'
import type { Payment } from '../order/read-payment.ts'
import { isTaken } from '../payment/dispute-state.ts'
import { issuedReceipt, issueReceipt, readBought } from './issue-receipt.ts'
import { disputeLetter, failedRefundLetter, type Paper, receiptLetter, refundLetter } from './letters.ts'

/**
 * Stores the receipt of a paid order and queues a letter for it, for each refund and for a lost dispute. Idempotent.
 * Called in the transaction that grants; `keeps` says whether the payer still has what they bought.
 */
export function sendReceiptMails(ctx: Ctx, order: Order, payment: Payment, keeps: () => boolean): void {
  const { charge, refunds, disputes } = payment
  const known = issuedReceipt(ctx, order.id)
  const lost = disputes.filter(isTaken)
  if (!charge || (known && refunds.length === 0 && lost.length === 0)) return
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const receipt = known ?? issueReceipt(ctx, order, bought, charge)
  // A letter that cannot be sent must not undo the grant.
  if (readAddress(bought.payer.address) === undefined) return
  const paper: Paper = { order, receipt, payer: bought.payer, keeps: keeps() }
  if (!known) queueMail(ctx, receiptLetter(ctx, paper))
  for (const refund of refunds) {
    if (refund.status !== 'requires_action') queueMail(ctx, refundLetter(ctx, paper, refund))
    if (refund.status === 'failed' || refund.status === 'canceled')
      queueMail(ctx, failedRefundLetter(ctx, paper, refund))
  }
  for (const dispute of lost) queueMail(ctx, disputeLetter(ctx, paper, dispute))
}
