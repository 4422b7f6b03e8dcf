import type { Personal } from '../../platform/personal.ts'

/** The artists somebody follows, and their own followers. */
export const followPersonal: Personal = {
  sections: [
    {
      name: 'follows',
      start: [''],
      sql: `SELECT a.handle AS artist, f.created_at, f.artist_id AS k0 FROM follows f JOIN artists a ON a.id = f.artist_id
        WHERE f.user_id = $userId AND f.artist_id > $k0 ORDER BY f.artist_id LIMIT $limit`,
    },
  ],
  erases: ['follow_counts', 'follows'],
  traces: [
    `DELETE FROM follows WHERE user_id = $userId
      AND artist_id IN (SELECT artist_id FROM follows WHERE user_id = $userId LIMIT $limit)`,
    `DELETE FROM follows WHERE artist_id = $artistId
      AND user_id IN (SELECT user_id FROM follows WHERE artist_id = $artistId LIMIT $limit)`,
  ],
}
