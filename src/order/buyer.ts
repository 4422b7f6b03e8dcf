import type { orders } from '../../db/schema/order/order.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import { buyerName } from '../lib/payment/buyer-name.ts'
import { accountOfOrder, isOfGuest } from '../lib/payment/order-parties.ts'
import type { Holder } from '../platform/http/session/holder.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { goodsOf } from './goods.ts'
import { orderOfLink } from './guest-link.ts'
import { type Order, orderById } from './order.ts'
import type { ShownBuyer } from './shape.ts'

type Row = typeof orders.$inferSelect

/** Somebody without an account, known by their email address only. */
export type Guest = { userId: null; agentKey: null; email: string }

/** The payer: an account, a guest, or an agent, with the email address for its receipt. */
export type Buyer = Pick<Viewer, 'userId' | 'email'> | Guest | { userId: null; agentKey: string; email: string | null }

export function buyerColumns(buyer: Buyer): Pick<Row, 'userId' | 'buyerEmail' | 'agentKey' | 'receiptEmail'> {
  const nobody = { userId: null, buyerEmail: null, agentKey: null, receiptEmail: null }
  if (buyer.userId !== null) return { ...nobody, userId: buyer.userId }
  if (buyer.agentKey === null) return { ...nobody, buyerEmail: buyer.email }
  return { ...nobody, agentKey: buyer.agentKey, receiptEmail: buyer.email }
}

/** Returns a buyer as sellers see them: by the name for which they bought, where they wrote one. */
export function shownBuyer(
  ctx: Ctx,
  account: ShownBuyer | null,
  order: Pick<Row, 'id' | 'kind' | 'agentKey'>,
): ShownBuyer {
  const holderName = goodsOf(ctx)[order.kind].sale.holderName?.(ctx, order)
  const known = account ?? { handle: null, displayName: buyerName(order.agentKey) }
  return holderName ? { ...known, displayName: holderName } : known
}

/** Returns a guest's order by the secret of its link. Throws NOT_FOUND, also once it is claimed. */
export function guestsOrder(ctx: Ctx, secret: string): Order {
  const order = orderOfLink(ctx, 'open', secret)
  if (!order || !isOfGuest(order)) throw notFound('link')
  return order
}

/**
 * Returns an order to its account, or to a guest with its secret. Throws FORBIDDEN for another
 * account's, NOT_FOUND for none, for the secret of another, and for a guest's once an account has
 * claimed it (rule: holders).
 */
export function orderOf(ctx: Ctx, holder: Holder, orderId: string): Order {
  if ('secret' in holder) {
    const order = guestsOrder(ctx, holder.secret)
    if (order.id !== orderId) throw notFound('link')
    return order
  }
  const order = orderById(ctx, orderId)
  if (!order) throw notFound('order')
  if (accountOfOrder(order) !== holder.userId) throw new AppError('FORBIDDEN', say('This order is somebody else’s.'))
  return order
}
