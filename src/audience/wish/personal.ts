import { eraseSome } from '../../../db/erase-some.ts'
import { wishes } from '../../../db/schema/audience/wish.ts'
import type { Personal } from '../../platform/personal.ts'

export const wishPersonal: Personal = {
  sections: [
    {
      name: 'wishes',
      start: [''],
      sql: `SELECT a.handle AS artist, c.name AS casset, w.tells AS is_told_of_prices, w.created_at, w.casset_id AS k0
        FROM wishes w JOIN cassets c ON c.id = w.casset_id JOIN artists a ON a.id = c.artist_id
        WHERE w.user_id = $userId AND w.casset_id > $k0 ORDER BY w.casset_id LIMIT $limit`,
    },
  ],
  erases: ['wishes'],
  traces: [eraseSome(wishes.cassetId, wishes.userId, 'userId')],
}
