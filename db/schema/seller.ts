import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who asks to sell, who may, and whose permission was taken back. A time is null when it is not so now. */
export const sellerPermissions = sqliteTable('seller_permissions', {
  artistId: text('artist_id').primaryKey(),
  /** Since when they wait for an answer. */
  askedAt: integer('asked_at'),
  /** Since when the owner of the instance lets them sell. */
  allowedAt: integer('allowed_at'),
  /** Since when the owner does not let them sell any more. */
  endedAt: integer('ended_at'),
})
