import { openingOf } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../order/order.ts'
import type { PurchaseStatus } from '../order/read-payment.ts'
import { refundPreorderJob } from '../order/refund-whole.ts'

/**
 * Queues the refund of an order whose preorder was called off and whose money is here again, as
 * when a dispute is won. Called in the transaction of its postings.
 */
export function refundCalledOff(ctx: Ctx, { id, cassetId }: Order, { isRevoked, hasReturned }: PurchaseStatus): void {
  if (isRevoked || hasReturned || openingOf(ctx, cassetId).calledOffAt === null) return
  ctx.jobs.add(refundPreorderJob, { orderId: id }, { key: id })
}
