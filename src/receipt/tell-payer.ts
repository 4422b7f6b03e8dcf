import { eq } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account.ts'
import type { Order } from '../checkout/order.ts'
import type { Payment } from '../checkout/read-payment.ts'
import type { Ctx } from '../context.ts'
import { readAddress } from '../mail/address.ts'
import { type NewMail, queueMail } from '../mail/queue-mail.ts'
import { issueReceipt, receiptOf } from './issue-receipt.ts'
import { disputeLetter, failedRefundLetter, type Paper, receiptLetter, refundLetter } from './letters.ts'

/**
 * Writes the receipt of a paid order, and the payer a letter for it and for whatever goes back of it: each once, however
 * often the payment is looked at. Called in the transaction that grants; `keeps`: the payer has what was bought.
 */
export function tellPayer(ctx: Ctx, order: Order, { charge, refunds, disputes }: Payment, keeps: boolean): void {
  const known = receiptOf(ctx, order.id)
  const lost = disputes.filter(({ status }) => status === 'lost')
  if (!charge || (known && refunds.length === 0 && lost.length === 0)) return
  const receipt = known ?? issueReceipt(ctx, order, charge)
  const payer = payerOf(ctx, order)
  // Nobody loses what they paid for over a letter that cannot be sent.
  if (!payer) return
  const paper: Paper = { order, receipt, payer, keeps }
  queueMail(ctx, receiptLetter(ctx, paper))
  for (const refund of refunds) {
    if (refund.status !== 'requires_action') queueMail(ctx, refundLetter(ctx, paper, refund))
    if (refund.status === 'failed' || refund.status === 'canceled')
      queueMail(ctx, failedRefundLetter(ctx, paper, refund))
  }
  for (const dispute of lost) queueMail(ctx, disputeLetter(ctx, paper, dispute))
}

// By the handle and not the display name, as all our letters.
function payerOf(ctx: Ctx, { userId }: Order): NewMail['to'] | undefined {
  const payer = ctx.db
    .select({ name: artists.handle, address: users.email })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.id, userId))
    .get()
  return payer && readAddress(payer.address) !== undefined ? payer : undefined
}
