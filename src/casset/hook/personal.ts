import { eraseSome } from '../../../db/erase-some.ts'
import { hookLikes } from '../../../db/schema/casset/hook.ts'
import type { Personal } from '../../platform/personal.ts'

export const hookPersonal: Personal = {
  sections: [
    {
      name: 'likes',
      start: [''],
      sql: `SELECT a.handle AS artist, t.title AS track, l.hook_id, l.created_at, l.hook_id AS k0
        FROM hook_likes l JOIN hooks h ON h.id = l.hook_id JOIN tracks t ON t.id = h.track_id
          JOIN cassets c ON c.id = t.casset_id JOIN artists a ON a.id = c.artist_id
        WHERE l.user_id = $userId AND l.hook_id > $k0 ORDER BY l.hook_id LIMIT $limit`,
    },
  ],
  erases: ['hook_likes'],
  traces: [eraseSome(hookLikes.hookId, hookLikes.userId, 'userId')],
}
