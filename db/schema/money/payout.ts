import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The payout of the processor that contained what a posting moved on an account: the platform's when `holder` is empty,
 * else that of the artist of that id.
 */
export const paidOut = sqliteTable(
  'paid_out',
  {
    postingId: text('posting_id').notNull(),
    holder: text().notNull(),
    payoutId: text('payout_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postingId, table.holder] })],
)

/** The payouts of which it is known what they contained. */
export const listedPayouts = sqliteTable('listed_payouts', {
  id: text().primaryKey(),
  listedAt: integer('listed_at').notNull(),
})
