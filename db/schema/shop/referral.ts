import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderModes } from '../platform/payment.ts'

export const referralLinks = sqliteTable('referral_links', {
  code: text().primaryKey(),
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  createdAt: integer('created_at').notNull(),
  /** The number of browsers that came by it. */
  visits: integer().notNull().default(0),
})

/** Shares, and where to, if known. */
export const shares = sqliteTable('shares', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  userId: text('user_id').notNull(),
  trackId: text('track_id'),
  channel: text(),
  createdAt: integer('created_at').notNull(),
})

/**
 * One row per referral that led to a purchase; at most one per buyer, casset and mode. It counts
 * until it has ended.
 */
export const referralCredits = sqliteTable('referral_credits', {
  id: text().primaryKey(),
  code: text().notNull(),
  /** The buyer. */
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  orderId: text('order_id').notNull(),
  mode: text({ enum: orderModes }).notNull(),
  creditedAt: integer('credited_at').notNull(),
  endedAt: integer('ended_at'),
})
