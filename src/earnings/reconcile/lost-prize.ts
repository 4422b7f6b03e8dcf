import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { goodsOf } from '../../order/goods.ts'
import { orderOfIntent } from '../../order/order.ts'
import { orderIn } from '../../order/order-metadata.ts'
import type { PaymentWithTransfers } from './list-payments.ts'

const kept = ({ transfers }: PaymentWithTransfers) =>
  transfers.filter(({ amount, amount_reversed: back }) => amount > back)

/** Says what others have received of a payment whose order is lost; an empty text for nothing. */
export const sentOf = (payment: PaymentWithTransfers): string =>
  kept(payment)
    .map(({ id, amount, amount_reversed: back, currency }) =>
      say('{amount} {currency} of it were sent by {transfer}', { amount: amount - back, currency, transfer: id }),
    )
    .join(', ')

/**
 * Returns a remark on a payment that was no sale and whose order the database has lost, when
 * nothing is left to do: the recipients have everything that the processor left of it.
 */
export function noteOfLostPrize(ctx: Ctx, payment: PaymentWithTransfers): string[] {
  const { intent, charge } = payment
  const line = charge?.balance_transaction
  const told = orderIn(intent)
  const done = told && goodsOf(ctx)[told.kind].payout?.lostAndSent(told, { payment: intent.id, sent: sentOf(payment) })
  if (orderOfIntent(ctx, intent.id) || !done || !line || typeof line === 'string') return []
  const sent = kept(payment).reduce((sum, { amount, amount_reversed: back }) => sum + amount - back, 0)
  if (sent < line.net) return []
  return [done]
}
