import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { writeMoney } from '../lib/money.ts'
import { readAddress } from '../mail/address.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Order } from '../order/order.ts'
import { isTestMoney } from '../payment/mode.ts'
import { readBought } from './issue-receipt.ts'

const usefulMs = 180 * 86_400_000

/**
 * Writes the payer a letter that what they paid for cannot be given to them and the money goes back, with the reason.
 * Called in the transaction that writes it down.
 */
export function sendUndeliveredMail(
  ctx: Ctx,
  order: Order,
  { amount_received: amount, currency }: Stripe.PaymentIntent,
  reason: string,
): void {
  const bought = readBought(ctx, order.id)
  if (!bought || readAddress(bought.payer.address) === undefined) return
  const { payer, seller } = bought
  const what = ctx.goods[order.kind].receiptName({ order, ...bought })
  const sum = writeMoney({ amount, currency })
  const paragraphs = [
    `Hello ${payer.name},`,
    `your payment of ${sum} to ${seller.name} (@${seller.handle}) has arrived, but we cannot give you what it was for (${what}): ${reason}. We are sorry.`,
    'All of it goes back to you, without anything for you to do. Banks take about a week.',
    ...(isTestMoney(order.mode) ? ['This was a TEST: no real money has moved.'] : []),
    `— ${new URL(ctx.site.origin).host}`,
    '',
  ]
  queueMail(ctx, {
    uniqueKey: `undelivered:${order.id}`,
    kind: 'undelivered',
    to: payer,
    subject: `Money back: ${sum} from @${seller.handle}`,
    text: paragraphs.join('\n\n'),
    usefulUntil: ctx.now() + usefulMs,
  })
}
