import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The receipt of a paid order, with the names of that day. */
export const receipts = sqliteTable('receipts', {
  orderId: text('order_id').primaryKey(),
  what: text().notNull(),
  sellerName: text('seller_name').notNull(),
  sellerHandle: text('seller_handle').notNull(),
  cardBrand: text('card_brand'),
  cardLast4: text('card_last4'),
  issuedAt: integer('issued_at').notNull(),
})
