import type { Ctx } from '../../context.ts'
import type { Holdings } from '../../order/holding.ts'
import type { Order } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'
import { queueRefund } from '../../order/refund-reason.ts'

/**
 * Refunds a payment that had ended and holds again, as after a won dispute, when its buyer has got
 * some of it another way meanwhile. Called in the transaction of its postings, before it is granted
 * again.
 */
export function refundRegained(
  ctx: Ctx,
  order: Order,
  state: PurchaseStatus,
  holdings: Holdings,
  isHeldOtherwise: () => boolean,
): void {
  const before = holdings.find()
  if (before === undefined || before.endedAt === null || !isHeldOtherwise()) return
  queueRefund(ctx, 'duplicate', order.id, state)
}
