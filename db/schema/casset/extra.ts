import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ExtraFormat } from '../../../src/lib/file/extra-formats.ts'

/** Files that come with a casset, such as a booklet: their place in the list, their bytes. */
export const extras = sqliteTable('extras', {
  id: text().primaryKey(),
  cassetId: text('casset_id').notNull(),
  position: integer().notNull(),
  /** As a file name, without its ending. */
  name: text().notNull(),
  format: text().$type<ExtraFormat>().notNull(),
  bytes: integer().notNull(),
  sha256: text().notNull(),
  /** A small picture of it, in WebP. */
  previewSha256: text('preview_sha256'),
  /** 0 where there can be none; null where none was made yet. */
  previewBytes: integer('preview_bytes'),
  createdAt: integer('created_at').notNull(),
  /** When its artist took it off the casset. A purchase from before that moment keeps it. */
  withdrawnAt: integer('withdrawn_at'),
})
