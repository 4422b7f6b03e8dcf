import type { Ctx } from '../../context.ts'
import type { Holdings } from '../../order/holding.ts'
import type { Order } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'
import { refundKinds } from '../../order/refund-reason.ts'

/** Queues refunding what the buyer has by another payment. Called in its postings' transaction. */
export function refundDuplicate(ctx: Ctx, { id: orderId }: Order, { isRevoked, hasReturned }: PurchaseStatus): void {
  if (!isRevoked && !hasReturned) ctx.jobs.add(refundKinds.duplicate, { orderId }, { key: orderId })
}

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
  refundDuplicate(ctx, order, state)
}
