import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderModes } from '../platform/payment.ts'

/**
 * Collected cassets, one row per buyer, casset and mode. It entitles in its mode until it has
 * ended.
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
