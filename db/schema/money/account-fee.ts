import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/** Fees of the processor that are no part of a payment, by their line of the balance: each is booked once. */
export const accountFees = sqliteTable('account_fees', {
  id: text().primaryKey(),
  mode: text({ enum: paymentModes }).notNull(),
  /** The dispute that was answered; null for what accounts of artists cost. */
  disputeId: text('dispute_id'),
  isReturned: integer('is_returned', { mode: 'boolean' }).notNull(),
  bookedAt: integer('booked_at').notNull(),
})
