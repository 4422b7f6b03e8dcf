import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The orders for single tracks whose price was taken off an order of the rest. A guest gave their
 * secret links at its checkout; once it is paid, a claim of one order claims all of them.
 */
export const restOrders = sqliteTable(
  'rest_orders',
  {
    orderId: text('order_id').notNull(),
    singleOrderId: text('single_order_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.singleOrderId] })],
)
