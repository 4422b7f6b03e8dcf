import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { wholeList } from '../../platform/payment/whole-list.ts'

/** Lines of a transfer in the balances of the platform and of the artist's account. */
export const ofTransfer = ['balance_transaction', 'destination_payment.balance_transaction'] as const
export const ofReversal = ['balance_transaction', 'destination_payment_refund.balance_transaction'] as const
export const ofEach = (names: readonly string[]) => names.map((name) => `data.${name}`)

/**
 * Whether the money of a reversal is here. Where the processor lets one wait until the account has
 * the money, it says so by a status for which the SDK has no type.
 */
export const hasCome = (reversal: Stripe.TransferReversal): boolean =>
  !['pending', 'failed', 'canceled'].includes(String(Reflect.get(reversal, 'status')))

/** Returns an order's transfers, oldest first, with their reversals. Throws UNAVAILABLE. */
export async function readTransfers(ctx: Ctx, processor: Processor, orderId: string): Promise<Stripe.Transfer[]> {
  const transfers = await wholeList(ctx, processor, null, (stripe, page, options) =>
    stripe.transfers.list({ transfer_group: orderId, expand: ofEach(ofTransfer), ...page }, options),
  )
  return Promise.all(transfers.reverse().map((transfer) => withReversals(ctx, processor, transfer)))
}

async function withReversals(ctx: Ctx, processor: Processor, transfer: Stripe.Transfer): Promise<Stripe.Transfer> {
  if (transfer.amount_reversed === 0) return transfer
  const data = await wholeList(ctx, processor, null, (stripe, page, options) =>
    stripe.transfers.listReversals(transfer.id, { expand: ofEach(ofReversal), ...page }, options),
  )
  return { ...transfer, reversals: { ...transfer.reversals, data: data.filter(hasCome) } }
}
