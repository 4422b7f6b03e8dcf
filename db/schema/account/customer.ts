import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/** Payers as customers of the processor. */
export const customers = sqliteTable(
  'customers',
  {
    mode: text({ enum: paymentModes }).notNull(),
    userId: text('user_id').notNull(),
    customerId: text('customer_id').notNull(),
    /**
     * ASKED: it may have been created, and its id is not known. CHANGED: the processor has a former
     * email address. ENDED: the account is deleted, and the customer is to be deleted there.
     */
    state: text({ enum: ['ASKED', 'CURRENT', 'CHANGED', 'ENDED'] })
      .notNull()
      .default('CURRENT'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.mode] })],
)
