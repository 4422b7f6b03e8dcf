import type Stripe from 'stripe'
import type { Order } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { isTestMoney } from '../../platform/payment/mode.ts'
import { goodsTextOf } from './goods-text.ts'
import { readBought } from './issue-receipt.ts'

const usefulMs = 180 * dayMs

/**
 * Notifies the payer by email that the paid goods cannot be delivered, why, and that the money is
 * refunded. Called in the transaction that stores it.
 */
export function sendUndeliveredMail(
  ctx: Ctx,
  order: Order,
  { amount_received: amount, currency }: Pick<Stripe.PaymentIntent, 'amount_received' | 'currency'>,
  reason: () => string,
): void {
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const { payer, seller } = bought
  queueEmail(ctx, {
    uniqueKey: `undelivered:${order.id}`,
    kind: 'undelivered',
    to: payer,
    cassetId: order.cassetId,
    orderId: order.id,
    write() {
      const what = goodsTextOf(ctx)[order.kind].receipt.name({ order, ...bought })
      const sum = sumText({ amount, currency })
      const paragraphs = [
        say(
          'your payment of {sum} to {artist} (@{handle}) has arrived, but we cannot give you what it was for ({what}): {reason}. We are sorry. ## after Hello,',
          { sum, artist: seller.called(), handle: seller.handle, what, reason: reason() },
        ),
        say('All of it goes back to you, without anything for you to do. Banks take about a week.'),
        ...(isTestMoney(order.mode) ? [say('This was a TEST: no real money has moved.')] : []),
      ]
      return { subject: say('Money back: {sum} from {name}', { sum, name: seller.called() }), paragraphs }
    },
    usefulUntil: ctx.now() + usefulMs,
  })
}
