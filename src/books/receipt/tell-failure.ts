import type { Order } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { sumText } from '../../lib/money/money.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { readBought } from './issue-receipt.ts'

const usefulMs = 30 * dayMs

/**
 * Notifies the payer by email that a payment they had completed did not arrive; `path` is the page
 * where they can pay again. Called in the transaction that stores it.
 */
export function sendFailureMail(ctx: Ctx, order: Order, path: string): void {
  const bought = readBought(ctx, order.id)
  if (!bought) return
  const { payer, seller } = bought
  queueEmail(ctx, {
    uniqueKey: `payment-failed:${order.id}:${ctx.now()}`,
    kind: 'payment-failed',
    to: payer,
    cassetId: order.cassetId,
    orderId: order.id,
    write() {
      const sum = sumText({ amount: order.amountMinor, currency: order.currency })
      return {
        subject: say('Not paid: {sum} to {name}', { sum, name: seller.called() }),
        paragraphs: [
          say('your payment of {sum} to {artist} (@{handle}) did not go through. Nothing was taken. ## after Hello,', {
            sum,
            artist: seller.called(),
            handle: seller.handle,
          }),
          keyTo(say('Pay again'), `${ctx.site.origin}${path}`),
          say('You can pay another way, too.'),
        ],
      }
    },
    usefulUntil: ctx.now() + usefulMs,
  })
}
