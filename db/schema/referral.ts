import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Links by which somebody sends others to a casset, one for each of both. */
export const referralLinks = sqliteTable('referral_links', {
  code: text().primaryKey(),
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  createdAt: integer('created_at').notNull(),
})

/** That somebody came by a link and collected, once for each of both. It counts until it has ended. */
export const referralCredits = sqliteTable('referral_credits', {
  id: text().primaryKey(),
  code: text().notNull(),
  /** Who collected. */
  userId: text('user_id').notNull(),
  cassetId: text('casset_id').notNull(),
  orderId: text('order_id').notNull(),
  creditedAt: integer('credited_at').notNull(),
  endedAt: integer('ended_at'),
})
