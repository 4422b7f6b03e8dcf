import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { idOf } from '../../platform/payment/id-of.ts'

/**
 * What a line of the balance comes from: the key of its posting, and the id of the payment or the transfer that it belongs
 * to. Of a reversal on an artist's account only `arrivedAs` is known, the payment there that the transfer was. `isOthers`
 * when it says itself that another program made it.
 */
export type Source = { key: string; intentId?: string; transferId?: string; arrivedAs?: string; isOthers: boolean }

/** Returns what a line of the balance comes from, its source expanded; undefined for what is of no payment. */
export function sourceOf({ deckId }: Ctx, { id: line, source, type }: Stripe.BalanceTransaction): Source | undefined {
  if (source === null || typeof source === 'string') return undefined
  const { id } = source
  switch (source.object) {
    case 'charge': {
      // On an artist's account a transfer arrives as a payment.
      const transferId = idOf(source.source_transfer)
      if (transferId !== '') return { key: `TRANSFER ${transferId}`, transferId, isOthers: false }
      const intentId = idOf(source.payment_intent)
      return { key: `SALE ${id}`, intentId, isOthers: source.metadata.deckId !== deckId }
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
      return { key: `TRANSFER ${id}`, transferId: id, isOthers: source.metadata.deckId !== deckId }
    case 'transfer_reversal':
      return { key: `TRANSFER_REVERSAL ${id}`, transferId: idOf(source.transfer), isOthers: false }
    default:
      return undefined
  }
}
