import type Stripe from 'stripe'
import type { Account, Posting } from '../ledger/post.ts'
import { type Movement, move, settled } from '../order/movement.ts'

/** Returns everything that a transfer to an artist has moved, as the ledger writes it, and what came back of it. */
export function transferLines(orderId: string, artistId: string, transfer: Stripe.Transfer): Posting[] {
  const owed: Account = { kind: 'OWED', artistId }
  const artist: Account = { kind: 'ARTIST', artistId }
  const { id, currency, amount, destination_payment: payment } = transfer
  const lines: Movement[] = [
    move('TRANSFER', id, { currency, amount }, owed, artist),
    // What the processor takes of the platform for a transfer is borne by whom it is for.
    ...settled(transfer.balance_transaction, { currency, amount: -amount }, owed),
    ...settled(expanded(payment)?.balance_transaction, { currency, amount }, artist),
    ...transfer.reversals.data.flatMap(
      ({ id, currency, amount, balance_transaction: line, destination_payment_refund: refund }) => {
        const back = { currency, amount: -amount }
        return [
          move('TRANSFER_REVERSAL', id, back, owed, artist),
          ...settled(line, { currency, amount }, owed),
          ...settled(expanded(refund)?.balance_transaction, back, artist),
        ]
      },
    ),
  ]
  return lines.map((line) => ({ ...line, orderId }))
}

const expanded = <T extends object>(thing: T | string | null | undefined): T | undefined =>
  typeof thing === 'object' && thing !== null ? thing : undefined
