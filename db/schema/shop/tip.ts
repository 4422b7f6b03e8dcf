import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Paid tips; amount and message are in their orders. */
export const tips = sqliteTable('tips', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  orderId: text('order_id').notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }).notNull(),
  tippedAt: integer('tipped_at').notNull(),
  endedAt: integer('ended_at'),
})
