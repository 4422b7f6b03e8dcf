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

/** The decisions about what is on a casset, shown where anybody can open it. Kept by triggers. */
export const cassetDecisions = sqliteTable(
  'casset_decisions',
  {
    cassetId: text('casset_id').notNull(),
    scope: text({ enum: permissionScopes }).notNull(),
    decision: text({ enum: decisions }).notNull(),
    isShown: integer('is_shown', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.scope, table.decision] })],
)

/**
 * Whether the defaults apply to something on a casset, and whether anything on it may be found by a
 * search. Kept by triggers.
 */
export const cassetUsage = sqliteTable('casset_usage', {
  cassetId: text('casset_id').primaryKey(),
  hasDefaults: integer('has_defaults', { mode: 'boolean' }).notNull(),
  isFound: integer('is_found', { mode: 'boolean' }).notNull(),
  isListed: integer('is_listed', { mode: 'boolean' }).notNull(),
  isShown: integer('is_shown', { mode: 'boolean' }).notNull(),
})

/** The tracks that no search may find. Kept by triggers. */
export const unfoundTracks = sqliteTable('unfound_tracks', {
  trackId: text('track_id').primaryKey(),
  cassetId: text('casset_id').notNull(),
})

/** The published releases that have a track. Kept by triggers. */
export const releasedTracks = sqliteTable(
  'released_tracks',
  {
    trackId: text('track_id').notNull(),
    releaseId: text('release_id').notNull(),
    /** Whether the newest signed version has it, and the draft of the next one too. */
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.trackId, table.releaseId] })],
)

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
