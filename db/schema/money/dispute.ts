import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Disputes of payments as the processor has them, for those who have to answer them. */
export const disputes = sqliteTable('disputes', {
  id: text().primaryKey(),
  processorId: text('processor_id').notNull(),
  orderId: text('order_id').notNull(),
  /** What it has come to; src/platform/payment/dispute-state.ts says what each means. */
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
  /** Whose sale it was. */
  artistId: text('artist_id').notNull().default(''),
})

/** The members of a co-casset who lose money by a dispute over it, its creator left out. A trigger writes the rows. */
export const disputeShares = sqliteTable(
  'dispute_shares',
  {
    artistId: text('artist_id').notNull(),
    openedAt: integer('opened_at').notNull(),
    disputeId: text('dispute_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.artistId, table.openedAt, table.disputeId] })],
)

/** Files that were uploaded to the processor as evidence. */
export const disputeFiles = sqliteTable('dispute_files', {
  id: text().primaryKey(),
  processorId: text('processor_id').notNull(),
  disputeId: text('dispute_id').notNull(),
  name: text().notNull(),
  bytes: integer().notNull(),
  createdAt: integer('created_at').notNull(),
})
