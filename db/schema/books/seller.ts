import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { paymentModes } from '../platform/payment.ts'

/** Permissions to sell: requested, granted or withdrawn. A time is null when it is not so now. */
export const sellerPermissions = sqliteTable('seller_permissions', {
  artistId: text('artist_id').primaryKey(),
  /** Since when they wait for an answer. */
  askedAt: integer('asked_at'),
  /** Since when the owner of the instance lets them sell. */
  allowedAt: integer('allowed_at'),
  /** Since when the owner no longer lets them sell. */
  endedAt: integer('ended_at'),
})

/** Artists who can be paid: their connected account at the processor. */
export const sellerAccounts = sqliteTable(
  'seller_accounts',
  {
    artistId: text('artist_id').notNull(),
    mode: text({ enum: paymentModes }).notNull(),
    accountId: text('account_id').notNull(),
    /** Whether it may be paid now. */
    ready: integer({ mode: 'boolean' }).notNull().default(false),
    /** When it first could be. */
    readyAt: integer('ready_at'),
    /** When the account was closed or disconnected. */
    endedAt: integer('ended_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.artistId, table.mode] })],
)

/** The payouts whose content is known. */
export const listedPayouts = sqliteTable('listed_payouts', {
  id: text().primaryKey(),
  listedAt: integer('listed_at').notNull(),
})
