import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/** Fees of the processor that belong to no payment, by their balance line: each is booked once. */
export const accountFees = sqliteTable('account_fees', {
  id: text().primaryKey(),
  mode: text({ enum: paymentModes }).notNull(),
  /** The dispute that was answered; null for the cost of artists' accounts. */
  disputeId: text('dispute_id'),
  isReturned: integer('is_returned', { mode: 'boolean' }).notNull(),
  bookedAt: integer('booked_at').notNull(),
})
