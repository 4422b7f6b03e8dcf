import type { orders } from '../../db/schema/order/order.ts'
import { buyerName } from '../lib/payment/buyer-name.ts'
import type { Viewer } from '../platform/http/session/session.ts'
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

export const shownBuyer = (account: ShownBuyer | null, order: Pick<Row, 'agentKey'>): ShownBuyer =>
  account ?? { handle: null, displayName: buyerName(order.agentKey) }
