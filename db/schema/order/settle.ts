import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Payments that their payers have completed and that have not arrived: a bank debit, or a voucher
 * to be paid.
 */
export const waitingPayments = sqliteTable('waiting_payments', {
  orderId: text('order_id').primaryKey(),
  since: integer().notNull(),
})
