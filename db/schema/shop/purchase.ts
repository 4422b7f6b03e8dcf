import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderModes } from '../platform/payment.ts'

/**
 * Collected cassets, one row per buyer, casset and mode. It entitles in its mode until it has
 * ended. An order of everything has a row for each of its cassets.
 */
export const purchases = sqliteTable('purchases', {
  id: text().primaryKey(),
  /** Null for a guest's purchase that no account has claimed. */
  userId: text('user_id'),
  cassetId: text('casset_id').notNull(),
  orderId: text('order_id').notNull(),
  mode: text({ enum: orderModes }).notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }).notNull(),
  purchasedAt: integer('purchased_at').notNull(),
  endedAt: integer('ended_at'),
  /** Whether somebody else paid it: it is its holder's, and without a user nobody's yet. */
  isGift: integer('is_gift', { mode: 'boolean' }).notNull().default(false),
})

/**
 * How many purchases of a day still hold a casset, and how much was paid for them. Kept by
 * triggers.
 */
export const collectDays = sqliteTable(
  'collect_days',
  {
    cassetId: text('casset_id').notNull(),
    mode: text({ enum: orderModes }).notNull(),
    /** Days since 1970 in UTC. */
    day: integer().notNull(),
    collects: integer().notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.mode, table.day] })],
)

/**
 * The movements of an artist's account by sales of a tape on a day, by heading as in `ledgerDays`.
 * Those of everything count with the tape's part. Transfers between an artist's accounts are left
 * out. Kept by a trigger.
 */
export const tapeDays = sqliteTable(
  'tape_days',
  {
    accountId: text('account_id').notNull(),
    cassetId: text('casset_id').notNull(),
    /** Days since 1970 in UTC. */
    day: integer().notNull(),
    heading: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.cassetId, table.day, table.heading] })],
)

/** The tapes of a purchase of everything, each with its part of the sum. */
export const everythingTapes = sqliteTable(
  'everything_tapes',
  {
    orderId: text('order_id').notNull(),
    cassetId: text('casset_id').notNull(),
    /** 0 for a tape that came later. */
    partMinor: integer('part_minor').notNull(),
    /** The sum that was taken off because the buyer had paid for tracks of it. */
    creditMinor: integer('credit_minor').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.cassetId] })],
)
