import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The company or person that a receipt is for, as its payer wrote it. */
export const receiptBuyers = sqliteTable('receipt_buyers', {
  orderId: text('order_id').primaryKey(),
  name: text().notNull(),
  address: text(),
  vatId: text('vat_id'),
  changedAt: integer('changed_at').notNull(),
})
