import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/** When the doctor began the last comparison that found all of a mode the same here and at the processor. */
export const cleanComparisons = sqliteTable('clean_comparisons', {
  mode: text({ enum: paymentModes }).primaryKey(),
  beganAt: integer('began_at').notNull(),
})
