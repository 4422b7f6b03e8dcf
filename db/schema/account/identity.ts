import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Accounts at outside identity providers, by their stable subject. */
export const identities = sqliteTable(
  'identities',
  {
    provider: text({ enum: ['google', 'apple', 'discord', 'oidc'] }).notNull(),
    subject: text().notNull(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** The address that the provider gave, shown to the account's owner. */
    email: text(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
)

/**
 * Sign-ins that were started at a provider, each answered once. With a user: they link it to their
 * account.
 */
export const signInFlows = sqliteTable('sign_in_flows', {
  stateHash: text('state_hash').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  provider: text({ enum: ['google', 'apple', 'discord', 'oidc'] }).notNull(),
  nonce: text().notNull(),
  verifier: text().notNull(),
  next: text().notNull(),
  userId: text('user_id'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  /** The invitation that its user has. */
  invitationId: text('invitation_id'),
})

/** New users from a provider until they have chosen a handle; one a browser. */
export const pendingIdentities = sqliteTable('pending_identities', {
  browserHash: text('browser_hash').primaryKey(),
  provider: text({ enum: ['google', 'apple', 'discord', 'oidc'] }).notNull(),
  subject: text().notNull(),
  email: text().notNull(),
  displayName: text('display_name').notNull(),
  next: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  invitationId: text('invitation_id'),
})
