import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The playlists that people keep (rule: playlists). */
export const playlists = sqliteTable('playlists', {
  id: text().primaryKey(),
  userId: text('user_id').notNull(),
  name: text().notNull(),
  createdAt: integer('created_at').notNull(),
  /** Kept for a day, so that it can be taken back. */
  deletedAt: integer('deleted_at'),
})

/** The tracks of playlists, each once a list. A track that is erased leaves its place. */
export const playlistTracks = sqliteTable(
  'playlist_tracks',
  {
    playlistId: text('playlist_id').notNull(),
    trackId: text('track_id').notNull(),
    /** From 1, without gaps. */
    position: integer().notNull(),
    addedAt: integer('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.playlistId, table.trackId] })],
)
