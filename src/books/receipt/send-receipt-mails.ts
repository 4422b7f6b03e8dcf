import type { Order } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { isTaken } from '../../platform/payment/dispute-state.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import { creditNoteOf } from './credit-note.ts'
import { disputeEmail, failedRefundEmail, type Paper, receiptEmail, refundEmail } from './emails.ts'
import { issuedReceipt, issueReceipt, readBought } from './issue-receipt.ts'
import { restoredAt } from './receipt-head.ts'

/**
 * Stores the receipt of a paid order and queues an email for it, for each refund and for a lost
 * dispute. Idempotent. Called in the transaction that grants; `keeps` tells whether the payer still
 * has the goods.
 */
export function sendReceiptMails(ctx: Ctx, order: Order, payment: Payment, keeps: () => boolean): void {
  const { charge, refunds, disputes } = payment
  const known = issuedReceipt(ctx, order.id)
  const lost = disputes.filter(isTaken)
  if (!charge || (known && refunds.length === 0 && lost.length === 0)) return
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const receipt = known ?? issueReceipt(ctx, order, bought, charge)
  const paper: Paper = { order, receipt, payer: bought.payer, keeps: keeps() }
  const mayBeAgain = ({ created }: { created: number }) => created * 1_000 < (restoredAt(ctx) ?? 0)
  if (!known) queueEmail(ctx, receiptEmail(ctx, paper, mayBeAgain(charge)))
  for (const refund of refunds.toSorted((one, other) => one.created - other.created)) {
    if (refund.status !== 'requires_action') {
      const note = creditNoteOf(ctx, receipt, refund).number
      queueEmail(ctx, refundEmail(ctx, paper, { ...refund, note, isAgain: mayBeAgain(refund) }))
    }
    if (refund.status === 'failed' || refund.status === 'canceled') {
      queueEmail(ctx, failedRefundEmail(ctx, paper, refund))
    }
  }
  for (const dispute of lost) queueEmail(ctx, disputeEmail(ctx, paper, dispute))
}
