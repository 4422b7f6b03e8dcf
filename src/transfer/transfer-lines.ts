import type Stripe from 'stripe'
import type { Account, Posting } from '../ledger/post.ts'
import { type Movement, move, settled } from '../order/movement.ts'
import type { Payee } from '../order/payees.ts'

/** Returns everything that a transfer to an artist has moved, as the ledger writes it, and what came back of it. */
export function transferLines(orderId: string, artistId: string, transfer: Stripe.Transfer): Posting[] {
  const owed: Account = { kind: 'OWED', artistId }
  const artist: readonly Payee[] = [{ account: { kind: 'ARTIST', artistId }, basisPoints: 10_000 }]
  // What the processor takes of the platform for a transfer is borne by whom it is for.
  const owing: readonly Payee[] = [{ account: owed, basisPoints: 10_000 }]
  const { id, currency, amount, destination_payment: payment } = transfer
  const lines: Movement[] = [
    move('TRANSFER', id, { currency, amount }, owed, artist),
    ...settled(transfer.balance_transaction, { currency, amount: -amount }, owing),
    ...settled(expanded(payment)?.balance_transaction, { currency, amount }, artist),
    ...transfer.reversals.data.flatMap(
      ({ id, currency, amount, balance_transaction: line, destination_payment_refund: refund }) => {
        const back = { currency, amount: -amount }
        return [
          move('TRANSFER_REVERSAL', id, back, owed, artist),
          ...settled(line, { currency, amount }, owing),
          ...settled(expanded(refund)?.balance_transaction, back, artist),
        ]
      },
    ),
  ]
  return lines.map((line) => ({ ...line, orderId }))
}

const expanded = <T extends object>(thing: T | string | null | undefined): T | undefined =>
  typeof thing === 'object' && thing !== null ? thing : undefined
