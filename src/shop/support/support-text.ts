import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { rhythmSum } from '../../lib/money/rhythm-sum.ts'
import { longDay } from '../../lib/time/day-text.ts'
import type { Order } from '../../order/order.ts'
import { paymentOfOrder, type Support, supportById } from './support.ts'

export const sumOfSupport = ({ amountMinor: amount, currency, rhythm }: Support): string =>
  rhythmSum({ amount, currency }, rhythm)

/** Returns for a receipt the time that it paid, and the next payment. */
export function runText(ctx: Ctx, { id }: Order): string[] {
  const payment = paymentOfOrder(ctx, id)
  const support = payment && supportById(ctx, payment.supportId)
  if (!support || !payment || payment.startsAt === null || payment.endsAt === null) return []
  const time = say('This pays for {from} to {to}.', { from: longDay(payment.startsAt), to: longDay(payment.endsAt) })
  const next =
    support.leftAt === null
      ? say(
          'Then {sum} is taken from the same card again, until you end it. One press does that, and it runs to the end of what is paid.',
          { sum: sumOfSupport(support) },
        )
      : say('Nothing more is taken after that.')
  return [`${time} ${next}`]
}
