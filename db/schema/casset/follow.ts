import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The followers of artists. */
export const follows = sqliteTable(
  'follows',
  {
    userId: text('user_id').notNull(),
    artistId: text('artist_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.artistId] })],
)

/**
 * The number of an artist's followers, kept by triggers of `follows`; no row: there never was one.
 */
export const followCounts = sqliteTable('follow_counts', {
  artistId: text('artist_id').primaryKey(),
  followers: integer().notNull(),
})
