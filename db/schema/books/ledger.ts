import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

export const ledgerAccounts = sqliteTable('ledger_accounts', {
  id: text().primaryKey(),
  mode: text({ enum: paymentModes }).notNull(),
  kind: text({
    enum: [
      'BUYERS',
      'REFUNDS',
      'ARTIST',
      'PLATFORM',
      'PROCESSOR_FEES',
      'OWED',
      'EXCHANGE',
      'PRIZE_POOL',
      'BANK',
      'VAT',
    ],
  }).notNull(),
  artistId: text('artist_id'),
  campaignId: text('campaign_id'),
  currency: text().notNull(),
  createdAt: integer('created_at').notNull(),
})

/**
 * A movement of money, identified by its cause. Inserting it closes its entries, which must sum to
 * zero.
 */
export const ledgerPostings = sqliteTable('ledger_postings', {
  id: text().primaryKey(),
  uniqueKey: text('unique_key').notNull(),
  kind: text({
    enum: [
      'SALE',
      'EXCHANGE',
      'PROCESSOR_FEE',
      'TRANSFER',
      'PLATFORM_FEE',
      'REFUND',
      'REFUND_FAILURE',
      'TRANSFER_REVERSAL',
      'PLATFORM_FEE_REFUND',
      'VAT',
      'VAT_RETURN',
      'DISPUTE',
      'PRIZE',
      'PRIZE_FOUND',
      'PAYOUT',
      'PAYOUT_FAILURE',
    ],
  }).notNull(),
  orderId: text('order_id'),
  createdAt: integer('created_at').notNull(),
})

/**
 * The amount that a posting adds to an account (positive) or takes from it (negative). Never
 * changed.
 */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    postingId: text('posting_id').notNull(),
    position: integer().notNull(),
    accountId: text('account_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postingId, table.position] })],
)

/**
 * An account's movements on a day, by kind of goods or else the posting's kind. Kept by triggers.
 */
export const ledgerDays = sqliteTable(
  'ledger_days',
  {
    accountId: text('account_id').notNull(),
    /** Days since 1970 in UTC. */
    day: integer().notNull(),
    heading: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.heading] })],
)

/** The balance of an account. Kept by triggers. */
export const ledgerBalances = sqliteTable('ledger_balances', {
  accountId: text('account_id').primaryKey(),
  amountMinor: integer('amount_minor').notNull(),
})
