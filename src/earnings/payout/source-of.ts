import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { idOf } from '../../platform/payment/id-of.ts'

/**
 * The source of a balance line: the key of its posting, and the id of the payment or the transfer
 * that it belongs to. For a reversal on an artist's account only `arrivedAs` is known, the payment
 * as which the transfer arrived there. `isOthers` when its metadata says that another program made
 * it.
 */
export type Source = { key: string; intentId?: string; transferId?: string; arrivedAs?: string; isOthers: boolean }

/** Returns the source of a line that has it expanded; undefined for lines without a payment. */
export function sourceOf(
  { instanceId }: Ctx,
  { id: line, source, type }: Stripe.BalanceTransaction,
): Source | undefined {
  if (source === null || typeof source === 'string') return undefined
  const { id } = source
  switch (source.object) {
    case 'charge': {
      // On an artist's account a transfer arrives as a payment.
      const transferId = idOf(source.source_transfer)
      if (transferId !== '') return { key: `TRANSFER ${transferId}`, transferId, isOthers: false }
      const intentId = idOf(source.payment_intent)
      return { key: `SALE ${id}`, intentId, isOthers: source.metadata.deckId !== instanceId }
    }
    case 'refund': {
      const back = idOf(source.source_transfer_reversal)
      if (back !== '') return { key: `TRANSFER_REVERSAL ${back}`, arrivedAs: idOf(source.charge), isOthers: false }
      const kind = type === 'refund_failure' ? 'REFUND_FAILURE' : 'REFUND'
      return { key: `${kind} ${id}`, intentId: idOf(source.payment_intent), isOthers: false }
    }
    case 'dispute':
      return { key: `DISPUTE ${line}`, intentId: idOf(source.payment_intent), isOthers: false }
    case 'transfer':
      return { key: `TRANSFER ${id}`, transferId: id, isOthers: source.metadata.deckId !== instanceId }
    case 'transfer_reversal':
      return { key: `TRANSFER_REVERSAL ${id}`, transferId: idOf(source.transfer), isOthers: false }
    default:
      return undefined
  }
}
