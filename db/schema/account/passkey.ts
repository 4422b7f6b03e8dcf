import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Passkeys of accounts: the public half of each, in base64url. */
export const passkeys = sqliteTable('passkeys', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: integer().notNull(),
  transports: text({ mode: 'json' }).$type<string[]>().notNull(),
  name: text().notNull(),
  createdAt: integer('created_at').notNull(),
  usedAt: integer('used_at'),
})

/** Recovery codes that are not used yet, stored as hashes. */
export const recoveryCodes = sqliteTable('recovery_codes', {
  codeHash: text('code_hash').primaryKey(),
  userId: text('user_id').notNull(),
})
