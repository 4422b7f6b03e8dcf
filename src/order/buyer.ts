import type { orders } from '../../db/schema/order.ts'
import type { Viewer } from '../http/session.ts'
import { buyerName } from '../lib/buyer-name.ts'
import type { ShownBuyer } from './shape.ts'

type Row = typeof orders.$inferSelect

/** Who pays: an account, or an agent without one, with the mail address that its receipt goes to. */
export type Buyer = Pick<Viewer, 'userId' | 'email'> | { userId: null; agentKey: string; email: string | null }

/** Returns a buyer as an order keeps it. */
export const kept = (buyer: Buyer): Pick<Row, 'userId' | 'agentKey' | 'receiptEmail'> =>
  buyer.userId === null
    ? { userId: null, agentKey: buyer.agentKey, receiptEmail: buyer.email }
    : { userId: buyer.userId, agentKey: null, receiptEmail: null }

/** Returns a buyer as sellers read it. */
export const shownBuyer = (account: ShownBuyer | null, order: Pick<Row, 'agentKey'>): ShownBuyer =>
  account ?? { handle: null, displayName: buyerName(null, order.agentKey) }
