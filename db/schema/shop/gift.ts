import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { languages } from '../platform/mail.ts'

/** Gifts: for whom a casset was ordered by somebody else. The order says who pays. */
export const gifts = sqliteTable('gifts', {
  orderId: text('order_id').primaryKey(),
  /** The account that pays, as in its order; null for a guest. */
  payerId: text('payer_id'),
  /** The receiver's address; empty once the gift is claimed, or was not paid for 30 days. */
  email: text().notNull(),
  message: text(),
  /** When the receiver's email is to be sent; null for as soon as it is paid. */
  sendAt: integer('send_at'),
  sentAt: integer('sent_at'),
  /** How many emails were queued, to any address. */
  emails: integer().notNull().default(0),
  /** The account that claimed it; null while none has, and where it was taken without one. */
  holderId: text('holder_id'),
  claimedAt: integer('claimed_at'),
  /**
   * The email address of the person who took it without an account; empty where they gave none or
   * it is forgotten. Null where nobody took it so.
   */
  takerEmail: text('taker_email'),
  /** The language of the page on which it was taken without an account, for emails. */
  takerLanguage: text('taker_language', { enum: languages }),
  isPaid: integer('is_paid', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
})
