import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { callBacks } from '../order/order.ts'
import { paymentModes } from '../platform/payment.ts'

/**
 * The monthly statement of an artist: what the owner of the instance owes them, with the names of
 * that day. Never changed.
 */
export const statements = sqliteTable('statements', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  mode: text({ enum: paymentModes }).notNull(),
  /** In UTC, such as 202612. */
  month: integer().notNull(),
  /** Unique; those of a year count on from 1. */
  number: text().notNull(),
  issuedAt: integer('issued_at').notNull(),
  /** Whether it is the artist's invoice, which the owner of the instance writes for them. */
  isSelfBilled: integer('is_self_billed', { mode: 'boolean' }).notNull(),
  artistName: text('artist_name').notNull(),
  artistHandle: text('artist_handle').notNull(),
  artistAddress: text('artist_address'),
  artistTaxId: text('artist_tax_id'),
  ownerName: text('owner_name'),
  ownerAddress: text('owner_address'),
  ownerTaxId: text('owner_tax_id'),
})

/** The debt to the artist at the beginning and the end of a statement's month, in each currency. */
export const statementSums = sqliteTable(
  'statement_sums',
  {
    statementId: text('statement_id').notNull(),
    currency: text().notNull(),
    openingMinor: integer('opening_minor').notNull(),
    closingMinor: integer('closing_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.statementId, table.currency] })],
)

/** The changes of that debt: positive for the artist. */
export const statementLines = sqliteTable(
  'statement_lines',
  {
    statementId: text('statement_id').notNull(),
    currency: text().notNull(),
    /** Whether it is about a sale of an earlier month. */
    isCorrection: integer('is_correction', { mode: 'boolean' }).notNull(),
    /** The kind of goods or else of the posting; LATE: it came after its month's statement. */
    heading: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.statementId, table.currency, table.isCorrection, table.heading] })],
)

/** How much of the closing debt waits on the day of issue, as its payers may still have it back. */
export const statementWaits = sqliteTable(
  'statement_waits',
  {
    statementId: text('statement_id').notNull(),
    currency: text().notNull(),
    waitsFor: text('waits_for', { enum: callBacks }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.statementId, table.currency, table.waitsFor] })],
)

/** How many statements were issued in each year. */
export const statementSeries = sqliteTable('statement_series', {
  series: text().primaryKey(),
  issued: integer().notNull(),
})
