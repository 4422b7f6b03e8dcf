import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Secret links of orders of guests. `open` shows what they have; `claim` puts it into the library of an account. */
export const guestLinks = sqliteTable('guest_links', {
  tokenHash: text('token_hash').primaryKey(),
  orderId: text('order_id').notNull(),
  purpose: text({ enum: ['open', 'claim'] }).notNull(),
  createdAt: integer('created_at').notNull(),
})
