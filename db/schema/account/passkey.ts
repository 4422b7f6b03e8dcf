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

/** What waits for a passkey: a new one of a user, a sign-in, the second step of one or of a reset, a confirmation. */
export const signInSteps = sqliteTable('sign_in_steps', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text({ enum: ['register', 'sign-in', 'second', 'reset', 'confirm'] }).notNull(),
  userId: text('user_id'),
  challenge: text().notNull(),
  tries: integer().notNull().default(0),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Recovery codes that are not used yet, stored as hashes. */
export const recoveryCodes = sqliteTable('recovery_codes', {
  codeHash: text('code_hash').primaryKey(),
  userId: text('user_id').notNull(),
})
