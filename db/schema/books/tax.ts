import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** An artist's details on receipts, for the tax office. */
export const taxDetails = sqliteTable('tax_details', {
  artistId: text('artist_id').primaryKey(),
  legalName: text('legal_name'),
  address: text(),
  taxId: text('tax_id'),
  note: text(),
  /** Shown next to every price: "incl. VAT 19 %". */
  priceNote: text('price_note'),
  changedAt: integer('changed_at').notNull(),
  /**
   * Since when the artist has agreed that the owner of the instance writes their invoices; null
   * where they have not.
   */
  selfBilledAt: integer('self_billed_at'),
})
