import { and, eq, ne } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import type { Personal } from '../../platform/personal.ts'
import { forgetGuestOf } from '../rest/forget-guest.ts'

const atOnce = 100

/** Purchases of guests, who have nothing but an address. The books stay. */
export const guestPersonal: Personal = {
  ofAddress: {
    lists: {
      purchases: `SELECT o.id, o.kind, c.name AS casset, o.state, o.amount_minor, o.currency, o.created_at, r.number AS receipt,
          b.name AS receipt_for, b.address AS receipt_address, b.vat_id AS receipt_vat_id
        FROM orders o JOIN cassets c ON c.id = o.casset_id LEFT JOIN receipts r ON r.order_id = o.id
          LEFT JOIN receipt_buyers b ON b.order_id = o.id
        WHERE o.buyer_email = $email AND o.buyer_email <> '' ORDER BY o.id`,
    },
    forgetSome(ctx, email) {
      const isTheirs = and(eq(orders.buyerEmail, email), ne(orders.buyerEmail, ''))
      const some = ctx.db.select().from(orders).where(isTheirs).limit(atOnce).all()
      for (const order of some) forgetGuestOf(ctx, order)
      return some.length === atOnce
    },
  },
}
