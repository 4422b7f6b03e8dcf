import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { permissionScopes } from '../casset/usage.ts'
import { languages } from '../platform/mail.ts'

/** Requests for a license, and the artist's answers. */
export const licenseRequests = sqliteTable('license_requests', {
  id: text().primaryKey(),
  releaseId: text('release_id').notNull(),
  releaseVersionId: text('release_version_id').notNull(),
  scopes: text({ mode: 'json' }).$type<(typeof permissionScopes)[number][]>().notNull(),
  name: text().notNull(),
  /** The address for the answer; the artist never sees it. */
  email: text().notNull(),
  /** The same address as limits count it. */
  mailbox: text().notNull(),
  /** The account that asks, if any. */
  userId: text('user_id'),
  agentKey: text('agent_key'),
  /** The name of the agent that signed the request. */
  agent: text(),
  intendedUse: text('intended_use'),
  offerMinor: integer('offer_minor'),
  offerCurrency: text('offer_currency'),
  state: text({ enum: ['OPEN', 'GRANTED', 'REFUSED'] }).notNull(),
  /** The language of the page on which they asked. */
  language: text({ enum: languages }),
  /** The artist's words with the answer. */
  message: text(),
  createdAt: integer('created_at').notNull(),
  answeredAt: integer('answered_at'),
  /** When it is deleted. */
  expiresAt: integer('expires_at').notNull(),
})
