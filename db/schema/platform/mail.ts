import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The languages that somebody can be written to in, as in `src/lib/language/languages.ts`. */
export const languages = ['en', 'de', 'es', 'fr', 'ja', 'ar-XB'] as const

/** The outbox: every email that the service has to send. */
export const mails = sqliteTable('mails', {
  id: text().primaryKey(),
  uniqueKey: text('unique_key').notNull(),
  kind: text().notNull(),
  recipient: text().notNull(),
  recipientName: text('recipient_name').notNull(),
  subject: text().notNull(),
  textBody: text('text_body').notNull(),
  createdAt: integer('created_at').notNull(),
  usefulUntil: integer('useful_until'),
  sentAt: integer('sent_at'),
  /** Why it was given up. */
  problem: text(),
  /**
   * Of an email that waits for the mail server, the answer it gave last; of one that was sent, why
   * the answer is not known.
   */
  refusal: text(),
  /** Where its reader unsubscribes from emails of its kind with one click. */
  unsubscribeUrl: text('unsubscribe_url'),
  /** The language that it is written in, which is its reader's. */
  language: text({ enum: languages }).notNull().default('en'),
  /** The casset that it is about, in whose colours it is; null for none. */
  cassetId: text('casset_id'),
  /** The sale that it is about, by which the desk finds it; null for none. */
  orderId: text('order_id'),
})

/** Addresses whose mail servers refused emails for good. */
export const failingAddresses = sqliteTable('failing_addresses', {
  email: text().primaryKey(),
  failures: integer().notNull(),
  lastFailedAt: integer('last_failed_at').notNull(),
})
