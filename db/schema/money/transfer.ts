import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What an artist still has to get for an order; a negative amount has to be given back. No row has the amount 0. */
export const owedParts = sqliteTable(
  'owed_parts',
  {
    orderId: text('order_id').notNull(),
    artistId: text('artist_id').notNull(),
    currency: text().notNull(),
    mode: text().notNull(),
    amountMinor: integer('amount_minor').notNull(),
    /** Whether it has been tried, and waits: for the account, the balance, or a debt to be earned back. */
    isWaiting: integer('is_waiting', { mode: 'boolean' }).notNull().default(false),
    /** How often the processor has refused to move it: each further try needs an idempotency key of its own. */
    refusals: integer().notNull().default(0),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.artistId, table.currency] })],
)
