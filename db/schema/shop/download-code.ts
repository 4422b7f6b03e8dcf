import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Batches of download codes, to be printed or given away. */
export const codeBatches = sqliteTable('code_batches', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  label: text().notNull(),
  expiresAt: integer('expires_at'),
  revokedAt: integer('revoked_at'),
  createdAt: integer('created_at').notNull(),
  /** The number of its codes, and of used ones. Kept by triggers. */
  codes: integer().notNull().default(0),
  redeemed: integer().notNull().default(0),
})

/** A download code, only by its SHA-256. It is used once it has an order. */
export const codes = sqliteTable('codes', {
  codeHash: text('code_hash').primaryKey(),
  batchId: text('batch_id').notNull(),
  orderId: text('order_id'),
  redeemedAt: integer('redeemed_at'),
})
