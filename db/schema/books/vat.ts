import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/**
 * Whether prices include VAT, from a moment on until the next row. Rows of the past never change:
 * they say what held when something was paid.
 */
export const vatTerms = sqliteTable('vat_terms', {
  fromAt: integer('from_at').primaryKey(),
  isOn: integer('is_on', { mode: 'boolean' }).notNull(),
  /** The seller's country (ISO 3166-1), whose rate holds for a buyer of an unknown country. */
  homeCountry: text('home_country').notNull(),
  /** Whether tips are taxed as well. */
  withTips: integer('with_tips', { mode: 'boolean' }).notNull(),
  /** Whether buyers in the whole European Union pay the rate of the seller's country. */
  isHomeRate: integer('is_home_rate', { mode: 'boolean' }).notNull().default(false),
  changedAt: integer('changed_at').notNull(),
})

/**
 * The rate of a country from a moment on until its next row, in hundredths of a percent; null where
 * it has none any more. Rows of the past never change.
 */
export const vatRates = sqliteTable(
  'vat_rates',
  {
    country: text().notNull(),
    fromAt: integer('from_at').notNull(),
    basisPoints: integer('basis_points'),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.fromAt] })],
)

/**
 * The VAT of each movement of a buyer's money: a sale, a refund, a dispute and what came back of
 * them. Never changed.
 */
export const vatLines = sqliteTable('vat_lines', {
  /** The posting of the ledger. */
  postingId: text('posting_id').primaryKey(),
  orderId: text('order_id').notNull(),
  mode: text({ enum: paymentModes }).notNull(),
  /** When it happened at the processor. */
  at: integer().notNull(),
  /** Its month in UTC, such as 202612, and that of its sale. */
  month: integer().notNull(),
  saleMonth: integer('sale_month').notNull(),
  country: text().notNull(),
  basisPoints: integer('basis_points').notNull(),
  currency: text().notNull(),
  /** Negative where money went back, of what was paid. */
  grossMinor: integer('gross_minor').notNull(),
  vatMinor: integer('vat_minor').notNull(),
})

/**
 * The lines of a month by the month of their sale, country, rate and currency. Kept by a trigger.
 */
export const vatMonths = sqliteTable(
  'vat_months',
  {
    mode: text({ enum: paymentModes }).notNull(),
    month: integer().notNull(),
    saleMonth: integer('sale_month').notNull(),
    country: text().notNull(),
    basisPoints: integer('basis_points').notNull(),
    currency: text().notNull(),
    grossMinor: integer('gross_minor').notNull(),
    vatMinor: integer('vat_minor').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.mode, table.month, table.saleMonth, table.country, table.basisPoints, table.currency],
    }),
  ],
)
