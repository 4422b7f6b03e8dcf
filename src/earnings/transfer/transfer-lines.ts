import type Stripe from 'stripe'
import type { Account, Posting } from '../../books/ledger/post.ts'
import { type Movement, movementOf, settlementOf } from '../../order/post/movement.ts'

/** Returns every movement of a transfer to an artist for the ledger, with its reversals. */
export function transferLines(orderId: string, artistId: string, transfer: Stripe.Transfer): Posting[] {
  const owed: Account = { kind: 'OWED', artistId }
  const artist: Account = { kind: 'ARTIST', artistId }
  const { id, currency, amount, destination_payment: payment } = transfer
  const lines: Movement[] = [
    movementOf('TRANSFER', id, { currency, amount }, owed, artist),
    // The recipient bears the processor's fee for a transfer.
    ...settlementOf(transfer.balance_transaction, { currency, amount: -amount }, owed),
    ...settlementOf(expanded(payment)?.balance_transaction, { currency, amount }, artist),
    ...transfer.reversals.data.flatMap(
      ({ id, currency, amount, balance_transaction: line, destination_payment_refund: refund }) => {
        const back = { currency, amount: -amount }
        return [
          movementOf('TRANSFER_REVERSAL', id, back, owed, artist),
          ...settlementOf(line, { currency, amount }, owed),
          ...settlementOf(expanded(refund)?.balance_transaction, back, artist),
        ]
      },
    ),
  ]
  return lines.map((line) => ({ ...line, orderId }))
}

const expanded = <T extends object>(thing: T | string | null | undefined): T | undefined =>
  typeof thing === 'object' && thing !== null ? thing : undefined
