import { openingOf } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'
import type { PurchaseStatus } from '../../order/read-payment.ts'
import { queueRefund } from '../../order/refund-reason.ts'

/** Whether the preorder of a tape was called off, and the tape is closed since. */
export const isCalledOff = (ctx: Ctx, cassetId: string): boolean => openingOf(ctx, cassetId).calledOffAt !== null

/**
 * Queues the refund of an order that paid for a preorder that was called off and whose money is
 * here again, as when a dispute is won. `dueMinor`: how much of it was for such preorders. Called
 * in the transaction of its postings.
 */
export function refundCalledOff(ctx: Ctx, { id }: Order, state: PurchaseStatus, dueMinor: number): void {
  if (dueMinor > 0) queueRefund(ctx, 'preorder', id, state)
}
