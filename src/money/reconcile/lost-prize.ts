import type { Ctx } from '../../context.ts'
import { orderOfIntent } from '../order/order.ts'
import type { PaymentWithTransfers } from './list-payments.ts'

const kept = ({ transfers }: PaymentWithTransfers) =>
  transfers.filter(({ amount, amount_reversed: back }) => amount > back)

/** Returns what others have got of a payment whose order is lost, in words; the empty text for nothing. */
export const sentOf = (payment: PaymentWithTransfers): string =>
  kept(payment)
    .map(({ id, amount, amount_reversed: back, currency }) => `${amount - back} ${currency} of it were sent by ${id}`)
    .join(', ')

/**
 * Returns a remark on a payment into a drop that the database has lost, where nothing is left to be done: its winners have
 * all that the processor left of it.
 */
export function noteOfLostPrize(ctx: Ctx, payment: PaymentWithTransfers): string[] {
  const { intent, charge } = payment
  const line = charge?.balance_transaction
  if (orderOfIntent(ctx, intent.id) || intent.metadata.kind !== 'prize' || !line || typeof line === 'string') return []
  const sent = kept(payment).reduce((sum, { amount, amount_reversed: back }) => sum + amount - back, 0)
  if (sent < line.net) return []
  const drop = `the drop ${intent.metadata.campaignId}, which the database does not have`
  return [`${intent.id} was paid into ${drop}, and its winners have all of it (${sentOf(payment)}): leave it`]
}
