import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
