import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { partsOfOrder } from '../transfer/owed.ts'
import { payeeOf, reversedByHand } from '../transfer/record-transfers.ts'
import type { PaymentWithTransfers } from './list-payments.ts'

/**
 * Returns what somebody took back from artists at the processor and we still owe them: it is not
 * sent again by itself.
 */
export function notesOfReversals(ctx: Ctx, { transfers }: PaymentWithTransfers): string[] {
  return transfers.flatMap((transfer) => {
    const { id, currency, transfer_group: orderId } = transfer
    if (reversedByHand(ctx, [transfer]) === 0) return []
    return partsOfOrder(ctx, orderId ?? '')
      .filter((part) => part.artistId === payeeOf(transfer) && part.currency === currency && part.amountMinor > 0)
      .map(({ amountMinor }) =>
        say('{transfer} was reversed by hand: {amount} {currency} of order {order} stay owed', {
          transfer: id,
          amount: amountMinor,
          currency,
          order: orderId ?? '',
        }),
      )
  })
}
