import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One stored size of an image. */
export type StoredVariant = { sha256: string; width: number; bytes: number }

/** Uploaded images, stems and clips, by content. */
export const assets = sqliteTable('assets', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  kind: text({ enum: ['image', 'stems', 'clip'] }).notNull(),
  name: text().notNull(),
  contentType: text('content_type').notNull(),
  sha256: text().notNull(),
  bytes: integer().notNull(),
  width: integer(),
  height: integer(),
  color: text(),
  durationSec: real('duration_sec'),
  variants: text({ mode: 'json' }).$type<StoredVariant[]>().notNull().default([]),
  createdAt: integer('created_at').notNull(),
  variantBytes: integer('variant_bytes').notNull().default(0),
})
