import { eq, inArray } from 'drizzle-orm'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import { receiptBuyers } from '../../../db/schema/order/paper.ts'
import type { Room } from '../../room.ts'

export const paperRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).paper] }),
  personal: {
    sections: [
      {
        name: 'receipts-for',
        start: [''],
        sql: `SELECT b.name, b.address, b.vat_id, b.changed_at, o.id AS k0 FROM orders o
          JOIN receipt_buyers b ON b.order_id = o.id
          WHERE coalesce(o.user_id, o.holder_id) = $userId AND o.state = 'PAID' AND o.id > $k0 ORDER BY o.id LIMIT $limit`,
      },
    ],
    forget({ db }, { userId }) {
      const own = db.select({ id: orders.id }).from(orders).where(eq(orderAccount, userId))
      db.delete(receiptBuyers).where(inArray(receiptBuyers.orderId, own)).run()
    },
  },
} satisfies Room
