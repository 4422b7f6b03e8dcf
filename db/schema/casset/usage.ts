import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The permissions that a release has: one policy each. */
export const permissionScopes = [
  'search-index',
  'ai-input',
  'ai-training',
  'ai-generation',
  'stream',
  'download',
  'remix',
  'sample',
  'stems',
  'sync',
  'visual-reuse',
  'redistribution',
  'derivative-registration',
  'commercial-use',
] as const

/** The decisions of a policy, from the least strict to the strictest. */
export const decisions = ['ALLOW', 'REQUIRE_LICENSE', 'CONTACT_OWNER', 'DENY'] as const

/**
 * The number of a casset's published releases with this decision about a scope. Kept by triggers.
 */
export const cassetDecisions = sqliteTable(
  'casset_decisions',
  {
    cassetId: text('casset_id').notNull(),
    scope: text({ enum: permissionScopes }).notNull(),
    decision: text({ enum: decisions }).notNull(),
    releases: integer().notNull(),
    isListed: integer('is_listed', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.scope, table.decision] })],
)

/** The policies of a release, a row for each scope. */
export const releasePolicies = sqliteTable(
  'release_policies',
  {
    releaseId: text('release_id').notNull(),
    scope: text({ enum: permissionScopes }).notNull(),
    decision: text({ enum: decisions }).notNull(),
    priceMinor: integer('price_minor'),
    currency: text(),
    terms: text(),
    contact: text(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.scope] })],
)
