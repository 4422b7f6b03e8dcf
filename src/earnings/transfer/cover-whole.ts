import type { Ctx } from '../../context.ts'
import type { WholeRefund } from '../../order/give-back/refund-whole.ts'
import { countRefusal, isForOthers, type Order } from '../../order/order.ts'
import { type RefundShare, refundShares } from '../../order/post/refund-shares.ts'
import type { Payment } from '../../platform/payment/payment.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { coverRefund, lockOwed } from './cover-refund.ts'
import { notifyOfWait } from './debt-notification.ts'
import { findTransfers } from './find-transfers.ts'

/** The processor's fee for a payment, which it keeps when that is refunded. */
function feeOf({ charge }: Payment): number {
  const line = charge?.balance_transaction
  return line && typeof line !== 'string' ? line.fee : 0
}

/** Whether the processor has sent money of an order to its artists that is still theirs. */
async function wasSent(ctx: Ctx, processor: Processor, order: Order, shares: readonly RefundShare[]): Promise<boolean> {
  if (shares.length === 0) return false
  const transfers = await findTransfers(ctx, processor, order)
  return transfers.some(({ amount, amount_reversed: back }) => amount > back)
}

/**
 * Takes from a sale's artists what a refund of all that is left of it takes, and makes the refund.
 * Returns false, and refunds nothing, when their accounts lack more than the processor's fee and no
 * further debt may be left, as none may of money that they already have. Throws UNAVAILABLE, and
 * what `refund` throws.
 */
export async function coverWhole(
  ctx: Ctx,
  processor: Processor,
  { order, payment, amountMinor, leavesDebt }: WholeRefund,
  refund: () => Promise<void>,
): Promise<boolean> {
  // Of what has not settled nothing was sent.
  const shares = (isForOthers(order) && refundShares(ctx, order, payment, amountMinor)) || []
  return lockOwed(
    ctx,
    shares.map(({ artistId }) => artistId),
    async () => {
      // Held money can have been sent all the same: after the backup that was restored, or while
      // the clock was wrong.
      const mayOwe = leavesDebt && !(await wasSent(ctx, processor, order, shares))
      const mayLackMinor = mayOwe ? Number.POSITIVE_INFINITY : feeOf(payment)
      const short = await coverRefund(ctx, processor, { order, shares, mayLackMinor, attempt: order.refusedRefunds })
      const lacking = short.find(({ amountMinor }) => amountMinor > mayLackMinor)
      if (lacking) {
        await ctx.jointly(() => {
          // The processor repeats a refusal: the next try needs another key.
          countRefusal(ctx, order)
          notifyOfWait(ctx, order, lacking)
        })
        return false
      }
      await refund()
      return true
    },
  )
}
