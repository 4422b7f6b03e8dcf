import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { orderAccount, orders } from '../../../db/schema/order/order.ts'
import { withdrawals } from '../../../db/schema/shop/withdrawal.ts'
import type { Personal } from '../../platform/personal.ts'

const forgotten = { email: '', what: '' }

// Written as in the index `withdrawals_by_email`.
const isFrom = (email: string) => and(sql`${withdrawals.email} <> ''`, eq(withdrawals.email, email))

export const withdrawalPersonal: Personal = {
  sections: [
    {
      name: 'withdrawals',
      start: [''],
      sql: `SELECT received_at, email, order_number, what, outcome, id AS k0 FROM withdrawals
        WHERE email = $email AND email <> '' AND id > $k0 ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['withdrawals'],
  ofAddress: {
    lists: {
      withdrawals: `SELECT received_at, order_number, what, outcome FROM withdrawals WHERE email = $email AND email <> ''`,
    },
    forget({ db }, email) {
      db.update(withdrawals).set(forgotten).where(isFrom(email)).run()
    },
  },
  // Of an address that nobody confirmed, only what is of the account's own orders.
  forget({ db }, { addresses, userId }) {
    for (const address of addresses) db.update(withdrawals).set(forgotten).where(isFrom(address)).run()
    const own = db.select({ id: orders.id }).from(orders).where(eq(orderAccount, userId))
    const isOfOwn = and(isNotNull(withdrawals.orderId), inArray(withdrawals.orderId, own))
    db.update(withdrawals).set(forgotten).where(isOfOwn).run()
  },
}
