import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { permissionScopes } from '../casset/usage.ts'

/** The words that a list of scopes consists of. */
type Scope = (typeof permissionScopes)[number]

/** What an agent was told that a license costs. */
export const licenseQuotes = sqliteTable('license_quotes', {
  id: text().primaryKey(),
  releaseId: text('release_id').notNull(),
  releaseVersionId: text('release_version_id').notNull(),
  scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
  agentKey: text('agent_key'),
  intendedUse: text('intended_use'),
  /** Null where it cannot be bought. */
  amountMinor: integer('amount_minor'),
  currency: text(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Who asks an artist for a license, and where they are answered. */
export const licenseContacts = sqliteTable('license_contacts', {
  quoteId: text('quote_id').primaryKey(),
  releaseId: text('release_id').notNull(),
  name: text().notNull(),
  email: text().notNull(),
  createdAt: integer('created_at').notNull(),
})

/** What is licensed by an order. It is a license once it is paid. Its token is stored as a hash once it is claimed. */
export const licenses = sqliteTable('licenses', {
  orderId: text('order_id').primaryKey(),
  releaseId: text('release_id').notNull(),
  releaseVersionId: text('release_version_id').notNull(),
  scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }),
  grantedAt: integer('granted_at'),
  expiresAt: integer('expires_at'),
  endedAt: integer('ended_at'),
  tokenHash: text('token_hash'),
  /** Where an agent pays with an Idempotency-Key: the hash of the token that it is given once it has paid. */
  reservedHash: text('reserved_hash'),
})

/** What an agent may fetch once. */
export const accessGrants = sqliteTable('access_grants', {
  tokenHash: text('token_hash').primaryKey(),
  releaseId: text('release_id').notNull(),
  releaseVersionId: text('release_version_id').notNull(),
  resource: text({ enum: ['manifest', 'download', 'stems'] }).notNull(),
  licenseId: text('license_id'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
  /** Of a grant that is asked for with an Idempotency-Key: the hash of what was asked. */
  requestHash: text('request_hash'),
})
