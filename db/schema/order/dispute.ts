import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Disputes of payments in their present state at the processor, for those who have to answer them.
 */
export const disputes = sqliteTable('disputes', {
  id: text().primaryKey(),
  processorId: text('processor_id').notNull(),
  orderId: text('order_id').notNull(),
  /** Its state; src/platform/payment/dispute-state.ts explains each. */
  state: text({ enum: ['INQUIRY', 'OPEN', 'APPEAL', 'LOST', 'KEPT'] }).notNull(),
  reason: text().notNull(),
  amountMinor: integer('amount_minor').notNull(),
  currency: text().notNull(),
  /** Whether the bank waits for an answer, until when, and how many it got. */
  needsAnswer: integer('needs_answer', { mode: 'boolean' }).notNull(),
  dueAt: integer('due_at'),
  answers: integer().notNull(),
  answeredAt: integer('answered_at'),
  openedAt: integer('opened_at').notNull(),
  endedAt: integer('ended_at'),
  /** The seller. */
  artistId: text('artist_id').notNull().default(''),
})

/**
 * The members of a co-casset who lose money by a dispute over it, without its creator. A trigger
 * writes the rows.
 */
export const disputeShares = sqliteTable(
  'dispute_shares',
  {
    artistId: text('artist_id').notNull(),
    openedAt: integer('opened_at').notNull(),
    disputeId: text('dispute_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.artistId, table.openedAt, table.disputeId] })],
)
