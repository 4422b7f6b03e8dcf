import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { permissionScopes } from '../casset/usage.ts'

/** The words in a list of scopes. */
type Scope = (typeof permissionScopes)[number]

/** The terms of a scope: its price, in minor units, and what the artist wrote. */
export type AgreedScope = {
  readonly scope: Scope
  readonly price: { readonly amount: number; readonly currency: string } | null
  readonly terms: string | null
}

/**
 * The license as its payment knows it, where a restored database has lost its credential
 * (rule: restored-licenses). A payment that an older version made has none of it.
 */
export type ToldLicense = {
  readonly agreedHash: string | null
  readonly credentialHash: string | null
  readonly tokenHash: string | null
  /** When it was granted, when it is over, and when its credential was signed. */
  readonly times: readonly [grantedAt: number, expiresAt: number, signedAt: number] | null
}

/** The price of a license that an agent was quoted. */
export const licenseQuotes = sqliteTable('license_quotes', {
  id: text().primaryKey(),
  releaseId: text('release_id').notNull(),
  releaseVersionId: text('release_version_id').notNull(),
  scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
  agreed: text({ mode: 'json' }).$type<AgreedScope[]>().notNull().default([]),
  agentKey: text('agent_key'),
  /** The name of the agent that signed the request for it. */
  agent: text(),
  intendedUse: text('intended_use'),
  /** The request for a license that it answers; null for prices that anybody gets. */
  requestId: text('request_id'),
  /** Null where it cannot be bought. */
  amountMinor: integer('amount_minor'),
  currency: text(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/**
 * The license of an order. It is valid once it is paid. Its token is stored as a hash once it is
 * claimed.
 */
export const licenses = sqliteTable('licenses', {
  orderId: text('order_id').primaryKey(),
  releaseId: text('release_id').notNull(),
  releaseVersionId: text('release_version_id').notNull(),
  scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
  /** The content of its quote when it was ordered. */
  agreed: text({ mode: 'json' }).$type<AgreedScope[]>().notNull().default([]),
  /** The licensee, as its buyer wrote it. */
  licensee: text(),
  /** The name of the agent that signed the request for its quote. */
  agent: text(),
  /** The account that it was bought with, if any. */
  holderId: text('holder_id'),
  /** The signed credential, as it was made when it was paid. */
  credential: text(),
  status: text({ enum: ['PAID', 'REFUNDED', 'DISPUTED'] }),
  grantedAt: integer('granted_at'),
  expiresAt: integer('expires_at'),
  endedAt: integer('ended_at'),
  tokenHash: text('token_hash'),
  /**
   * When an agent pays with an Idempotency-Key: the hash of the token that it gets once it has
   * paid.
   */
  reservedHash: text('reserved_hash'),
  /** Its place in a status list: an origin of the log, the list's number, and the entry. */
  listOrigin: integer('list_origin'),
  listNumber: integer('list_number'),
  listIndex: integer('list_index'),
  /** Null where nothing is missing. */
  told: text({ mode: 'json' }).$type<ToldLicense>(),
})

/** One-time access of an agent to files. */
export const accessGrants = sqliteTable('access_grants', {
  tokenHash: text('token_hash').primaryKey(),
  releaseId: text('release_id').notNull(),
  releaseVersionId: text('release_version_id').notNull(),
  resource: text({ enum: ['download', 'stems'] }).notNull(),
  licenseId: text('license_id'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
  /** For a grant requested with an Idempotency-Key: the hash of the request. */
  requestHash: text('request_hash'),
})
