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
  /** Unique; those of a seller and a year count on from 1. */
  number: text().notNull().default(''),
  sellerLegalName: text('seller_legal_name'),
  sellerAddress: text('seller_address'),
  sellerTaxId: text('seller_tax_id'),
  /** The owner of the instance, who is the seller of record; absent where they are the artist. */
  ownerName: text('owner_name'),
  ownerAddress: text('owner_address'),
  ownerTaxId: text('owner_tax_id'),
  taxNote: text('tax_note'),
  priceNote: text('price_note'),
})

export const creditNotes = sqliteTable('credit_notes', {
  /** The refund at the processor. */
  refundId: text('refund_id').primaryKey(),
  orderId: text('order_id').notNull(),
  number: text().notNull(),
  amountMinor: integer('amount_minor').notNull(),
  issuedAt: integer('issued_at').notNull(),
  /** When the refund was found not to have gone through. */
  failedAt: integer('failed_at'),
})

/** How many receipts each seller has issued in each year. */
export const receiptSeries = sqliteTable('receipt_series', {
  series: text().primaryKey(),
  issued: integer().notNull(),
})

/**
 * When the database was found to be older than what had been issued from its folder, or to have
 * been moved here; that year's receipt numbers continue above a number then. The first row, 0, is
 * from the first start.
 */
export const restores = sqliteTable('restores', {
  number: integer().primaryKey(),
  noticedAt: integer('noticed_at').notNull(),
  above: integer().notNull(),
})
