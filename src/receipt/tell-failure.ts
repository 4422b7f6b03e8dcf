import type { Ctx } from '../context.ts'
import { writeMoney } from '../lib/money.ts'
import { readAddress } from '../mail/address.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Order } from '../order/order.ts'
import { readBought } from './issue-receipt.ts'

const usefulMs = 30 * 86_400_000

/**
 * Writes the payer a letter that a payment did not arrive which they had completed, with the path where it is made again.
 * Called in the transaction that writes it down.
 */
export function sendFailureMail(ctx: Ctx, order: Order, path: string): void {
  const bought = readBought(ctx, order.id)
  if (!bought || readAddress(bought.payer.address) === undefined) return
  const { payer, seller } = bought
  const { origin } = ctx.site
  const sum = writeMoney({ amount: order.amountMinor, currency: order.currency })
  const paragraphs = [
    `Hello ${payer.name},`,
    `your payment of ${sum} to ${seller.name} (@${seller.handle}) did not go through. Nothing was taken.`,
    `You can try again, or pay another way:\n${origin}${path}`,
    `— ${new URL(origin).host}`,
    '',
  ]
  queueMail(ctx, {
    uniqueKey: `payment-failed:${order.id}:${ctx.now()}`,
    kind: 'payment-failed',
    to: payer,
    subject: `Not paid: ${sum} to @${seller.handle}`,
    text: paragraphs.join('\n\n'),
    usefulUntil: ctx.now() + usefulMs,
  })
}
