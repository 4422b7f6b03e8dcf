import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { takedownGrounds } from '../casset/casset.ts'
import { orderModes } from '../platform/payment.ts'

/** Small pictures that an artist sells. A withdrawn one stays with its buyers. */
export const emojis = sqliteTable('emojis', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  shortcode: text().notNull(),
  sha256: text().notNull(),
  contentType: text('content_type', { enum: ['image/png', 'image/webp', 'image/gif'] }).notNull(),
  bytes: integer().notNull(),
  priceMinor: integer('price_minor').notNull(),
  createdAt: integer('created_at').notNull(),
  withdrawnAt: integer('withdrawn_at'),
  assetId: text('asset_id'),
  takenDown: text('taken_down', { enum: takedownGrounds }),
})

/** Bought emoji, one row per buyer, emoji and mode. */
export const emojiPurchases = sqliteTable('emoji_purchases', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  emojiId: text('emoji_id').notNull(),
  orderId: text('order_id').notNull(),
  mode: text({ enum: orderModes }).notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }).notNull(),
  purchasedAt: integer('purchased_at').notNull(),
  endedAt: integer('ended_at'),
})

/** The number of holders of an emoji. Kept by triggers. */
export const emojiHolders = sqliteTable(
  'emoji_holders',
  {
    emojiId: text('emoji_id').notNull(),
    mode: text({ enum: orderModes }).notNull(),
    holders: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.emojiId, table.mode] })],
)
