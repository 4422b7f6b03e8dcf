import type { Ctx } from '../../context.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Order } from '../order.ts'
import { dividedPosting, payeesOf } from '../payees.ts'
import { atRateOfSale } from './expected-exchange.ts'
import { keptVat, vatKeptOf } from './kept-vat.ts'
import { keptPlatformFee, platformFeeOf } from './platform-fee.ts'

/** The settlement currency is that of the sale. */
export type RefundShare = { artistId: string; currency: string; amountMinor: number }

/**
 * Returns what a refund made now would take from each seller of the order, without the platform's
 * part of its fee and of the VAT; undefined while the payment has not settled.
 */
export function refundShares(ctx: Ctx, order: Order, payment: Payment, amountMinor: number): RefundShare[] | undefined {
  // The refund is exchanged at the rate of its own day; the difference is settled afterwards.
  const sum = atRateOfSale(payment.charge, amountMinor)
  if (!sum) return undefined
  const { currency, amount: taken } = sum
  const [fee, vat] = [keptPlatformFee(ctx, order.id), keptVat(ctx, order.id)]
  const feeLeft = platformFeeOf(order, payment, amountMinor)?.amount ?? fee
  const vatLeft = vatKeptOf(ctx, order, payment, amountMinor)?.amount ?? vat
  const returned = fee - feeLeft + (vat - vatLeft)
  const payees = payeesOf(ctx, order)
  const { entries } = dividedPosting(ctx, payees, {
    uniqueKey: `REFUND of ${order.id}`,
    kind: 'REFUND',
    orderId: order.id,
    currency,
    entries: [
      [{ kind: 'REFUNDS' }, taken - returned],
      [payees[0].account, returned - taken],
    ],
  })
  return entries.flatMap(([account, amount]) =>
    account.kind === 'OWED' && amount < 0 ? [{ artistId: account.artistId, currency, amountMinor: -amount }] : [],
  )
}
