import { eraseSome } from '../../../db/erase-some.ts'
import { follows } from '../../../db/schema/casset/follow.ts'
import type { Personal } from '../../platform/personal.ts'

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
    eraseSome(follows.artistId, follows.userId, 'userId'),
    eraseSome(follows.userId, follows.artistId, 'artistId'),
  ],
}
