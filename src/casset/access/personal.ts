import type { Personal } from '../../platform/personal.ts'

/** Tracks that somebody bought one by one. The books stay. */
export const singlesPersonal: Personal = {
  sections: [
    {
      name: 'single-tracks',
      start: ['', ''],
      sql: `SELECT h.order_id, c.name AS casset, t.title AS track, h.mode, h.status, h.held_since, h.ended_at,
          h.order_id AS k0, h.track_id AS k1
        FROM track_holdings h JOIN cassets c ON c.id = h.casset_id LEFT JOIN tracks t ON t.id = h.track_id
        WHERE h.user_id = $userId AND h.held_since IS NOT NULL AND (h.order_id, h.track_id) > ($k0, $k1)
        ORDER BY h.order_id, h.track_id LIMIT $limit`,
    },
  ],
}
