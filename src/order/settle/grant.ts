import type { Ctx } from '../../context.ts'
import type { Holdings } from '../holding.ts'
import type { Order } from '../order.ts'
import type { PurchaseStatus } from '../read-payment.ts'
import { queueRefund } from '../refund-reason.ts'
import { notifyOfSale } from './sale-notification.ts'
import { settleOthers } from './settle-others.ts'

/**
 * The one grant for webhook, verify and return page: paid goods are held, and money taken back ends
 * them. Repeating it changes nothing. Called in a transaction with the ledger's postings.
 */
export function grant(ctx: Ctx, order: Order, state: PurchaseStatus, holdings: Holdings): void {
  const { status, isRevoked } = state
  const { id: orderId, mode } = order
  const held = holdings.find()
  const now = ctx.now()
  const purchasedAt = order.paidAt ?? now
  if (!held) {
    holdings.add({ id: ctx.uuid(), orderId, mode, status, purchasedAt, endedAt: isRevoked ? now : null })
    if (!isRevoked) notifyOfSale(ctx, order)
  } else if (held.orderId === orderId) {
    holdings.change(held.id, { status, endedAt: isRevoked ? (held.endedAt ?? now) : null })
    if (isRevoked && held.endedAt === null) settleOthers(ctx, order)
  } else if (isRevoked) {
    return
  } else if (held.endedAt !== null) {
    holdings.change(held.id, { orderId, mode, status, purchasedAt, endedAt: null })
    notifyOfSale(ctx, order)
  } else {
    // A second payment for something that the buyer already has is refunded.
    queueRefund(ctx, 'duplicate', orderId, state)
  }
}
