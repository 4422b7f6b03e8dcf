import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Ed25519 keys for `manifest` proofs, for the `log`, and for cosigning others' logs as a `witness`.
 * Retired keys have no private half.
 */
export const signingKeys = sqliteTable('signing_keys', {
  /** As a Multikey: `z6Mk…`. */
  publicKey: text('public_key').primaryKey(),
  privateKey: text('private_key'),
  purpose: text({ enum: ['manifest', 'log', 'witness'] }).notNull(),
  createdAt: integer('created_at').notNull(),
  retiredAt: integer('retired_at'),
})

/** The names (did:web) under which this instance has signed. */
export const signingNames = sqliteTable('signing_names', {
  did: text().primaryKey(),
  firstUsedAt: integer('first_used_at').notNull(),
})
