import { eq, inArray, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { playlists } from '../../../db/schema/casset/playlist.ts'
import type { Personal } from '../../platform/personal.ts'

// One at a time: up to 500 tracks go with it.
const eraseOne = prepared((db) => {
  const one = db
    .select({ id: playlists.id })
    .from(playlists)
    .where(eq(playlists.userId, sql.placeholder('userId')))
    .limit(1)
  return db.delete(playlists).where(inArray(playlists.id, one)).returning({ id: playlists.id })
})

/**
 * The playlists of somebody. A track is named by its title where it is still on a public casset:
 * what an export says of others is what everybody sees.
 */
export const playlistPersonal: Personal = {
  sections: [
    {
      name: 'playlists',
      start: [''],
      sql: `SELECT p.id AS playlist_id, p.name, p.created_at, p.deleted_at, p.id AS k0
        FROM playlists p WHERE p.user_id = $userId AND p.id > $k0 ORDER BY p.id LIMIT $limit`,
    },
    {
      name: 'playlist-tracks',
      start: ['', 0],
      sql: `SELECT p.id AS playlist_id, l.position, l.track_id, l.added_at,
          CASE WHEN t.active = 1 AND t.status = 'READY' AND t.closed = 0 AND c.published = 1 AND c.privacy <> 'private'
            THEN t.title END AS title, p.id AS k0, l.position AS k1
        FROM playlists p JOIN playlist_tracks l ON l.playlist_id = p.id
          LEFT JOIN tracks t ON t.id = l.track_id LEFT JOIN cassets c ON c.id = t.casset_id
        WHERE p.user_id = $userId AND p.id >= $k0 AND (p.id, l.position) > ($k0, $k1)
        ORDER BY p.id, l.position LIMIT $limit`,
    },
  ],
  erases: ['playlists'],
  traces: [eraseOne],
}
