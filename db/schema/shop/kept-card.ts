import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/** Cards that their payers use again during a visit (rule: kept-card). */
export const keptCards = sqliteTable('kept_cards', {
  /** The payment by which the processor got it. */
  paymentIntentId: text('payment_intent_id').primaryKey(),
  mode: text({ enum: paymentModes }).notNull(),
  userId: text('user_id').notNull(),
  /** The session that may use it; it ends with the session. */
  sessionId: text('session_id').notNull(),
  /** Its name at the processor; null until the payment has succeeded. */
  methodId: text('method_id'),
  brand: text(),
  last4: text(),
  endsAt: integer('ends_at').notNull(),
})
