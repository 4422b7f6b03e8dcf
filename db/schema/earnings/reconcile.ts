import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/** When the doctor began the last comparison that found no difference in a mode. */
export const cleanComparisons = sqliteTable('clean_comparisons', {
  mode: text({ enum: paymentModes }).primaryKey(),
  beganAt: integer('began_at').notNull(),
})
