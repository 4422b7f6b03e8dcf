import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The files that an import brings to each tape, by content (rule: brought-along). */
export const importedFiles = sqliteTable('imported_files', {
  id: text().primaryKey(),
  artistId: text('artist_id').notNull(),
  cassetId: text('casset_id').notNull(),
  sha256: text().notNull(),
  /** The track that it becomes; null for a cover. */
  trackId: text('track_id'),
  /** When it was there; null while it is only planned. */
  importedAt: integer('imported_at'),
})
