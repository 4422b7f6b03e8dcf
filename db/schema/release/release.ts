import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * A contributor to a release, as the artist entered them. `share` is in basis points of the whole.
 */
export type StoredContributor = {
  name: string
  role: string
  share: number | null
  isni: string | null
  handle: string | null
}

/** A right to a release: its holder, and where. */
export type StoredRightsScope = { right: string; territory: string; holder: string }

/**
 * A group of an artist's tracks under one title, in its working state; its signed versions are
 * public.
 */
export const releases = sqliteTable('releases', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  title: text().notNull(),
  type: text({ enum: ['SINGLE', 'EP', 'ALBUM', 'COMPILATION'] }).notNull(),
  upc: text(),
  mbid: text(),
  releaseDate: text('release_date'),
  label: text(),
  contributors: text({ mode: 'json' }).$type<StoredContributor[]>().notNull().default([]),
  rightsScopes: text('rights_scopes', { mode: 'json' }).$type<StoredRightsScope[]>().notNull().default([]),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** The releases of a casset that have a signed version. Kept by a trigger. */
export const publishedReleases = sqliteTable(
  'published_releases',
  { cassetId: text('casset_id').notNull(), releaseId: text('release_id').notNull() },
  (table) => [primaryKey({ columns: [table.cassetId, table.releaseId] })],
)

/** The tracks of a release in its working state, in their order from 1. */
export const releaseTracks = sqliteTable(
  'release_tracks',
  {
    releaseId: text('release_id').notNull(),
    position: integer().notNull(),
    trackId: text('track_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.releaseId, table.position] })],
)

/** A published state of a release. Once READY, its manifest is signed and never changes. */
export const releaseVersions = sqliteTable('release_versions', {
  id: text().primaryKey(),
  releaseId: text('release_id').notNull(),
  canonicalVersion: integer('canonical_version').notNull(),
  manifestStatus: text('manifest_status', { enum: ['QUEUED', 'READY', 'FAILED'] })
    .notNull()
    .default('QUEUED'),
  problem: text(),
  notes: text(),
  /** The hash of the artist's part of a manifest: two consecutive versions never have the same. */
  contentHash: text('content_hash'),
  /** The canonical JSON, byte for byte as it was signed. */
  manifest: text(),
  canonicalHash: text('canonical_hash'),
  proof: text(),
  logPosition: integer('log_position'),
  /** The size of the first signed checkpoint that covers that event. */
  anchoredSize: integer('anchored_size'),
  createdAt: integer('created_at').notNull(),
  issuedAt: integer('issued_at'),
})

/** The files that a signed version names. They are kept as long as the row. */
export const releaseFiles = sqliteTable(
  'release_files',
  {
    versionId: text('version_id').notNull(),
    trackId: text('track_id').notNull(),
    role: text({ enum: ['master', 'hook'] }).notNull(),
    sha256: text().notNull(),
    bytes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.trackId, table.role] })],
)
