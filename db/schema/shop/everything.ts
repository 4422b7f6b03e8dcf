import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderModes } from '../platform/payment.ts'

export const everythingOffers = sqliteTable('everything_offers', {
  artistId: text('artist_id').primaryKey(),
  percent: integer().notNull(),
  /** Whether tapes that come later are part of it. */
  hasFuture: integer('has_future', { mode: 'boolean' }).notNull(),
  changedAt: integer('changed_at').notNull(),
})

export const everythingPurchases = sqliteTable('everything_purchases', {
  orderId: text('order_id').primaryKey(),
  artistId: text('artist_id').notNull(),
  userId: text('user_id').notNull(),
  mode: text({ enum: orderModes }).notNull(),
  percent: integer().notNull(),
  hasFuture: integer('has_future', { mode: 'boolean' }).notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] })
    .notNull()
    .default('PAID'),
  /** When it was paid; null as long as it is not. */
  heldSince: integer('held_since'),
  endedAt: integer('ended_at'),
})
