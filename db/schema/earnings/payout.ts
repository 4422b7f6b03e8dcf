import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The payout of the processor that contained a posting's movement of an account: the platform's
 * when `holder` is empty, else that of the artist with that id.
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
