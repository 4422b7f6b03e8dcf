import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderModes } from '../platform/payment.ts'

/**
 * Tracks that are bought one by one, a row a track of an order. The row stays when the track is
 * erased.
 */
export const trackHoldings = sqliteTable(
  'track_holdings',
  {
    orderId: text('order_id').notNull(),
    position: integer().notNull(),
    trackId: text('track_id').notNull(),
    cassetId: text('casset_id').notNull(),
    /** Null for a guest's that no account has claimed. */
    userId: text('user_id'),
    mode: text({ enum: orderModes }).notNull(),
    status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] })
      .notNull()
      .default('PAID'),
    /** When it was paid; null as long as it is not. */
    heldSince: integer('held_since'),
    endedAt: integer('ended_at'),
    /**
     * The order of the whole casset from whose price it was taken off. That order does not hold
     * this track once the row has ended.
     */
    restOrderId: text('rest_order_id'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.trackId] })],
)

/** Until when somebody hears all tapes of an artist whole, as a stream (ms). */
export const streamPasses = sqliteTable(
  'stream_passes',
  {
    userId: text('user_id').notNull(),
    artistId: text('artist_id').notNull(),
    mode: text({ enum: orderModes }).notNull(),
    until: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.artistId, table.mode] })],
)
