import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Withdrawals from contracts, as somebody declared them. */
export const withdrawals = sqliteTable('withdrawals', {
  id: text().primaryKey(),
  receivedAt: integer('received_at').notNull(),
  /** The address that it came with; empty once it is forgotten. */
  email: text().notNull(),
  /** The number and the words that they wrote; empty for none. */
  orderNumber: text('order_number').notNull(),
  what: text().notNull(),
  /** The order that they meant, where it was found. */
  orderId: text('order_id'),
  /**
   * `returns`: its money goes back. `over`: the right had ended. `open`: the owner of the instance
   * has to look at it, and `done`: has done so.
   */
  outcome: text({ enum: ['returns', 'over', 'open', 'done'] }).notNull(),
  decidedAt: integer('decided_at'),
})
