import type { Personal } from '../../platform/personal.ts'
import { endEverything } from './everything-offer.ts'

/** Purchases of everything by an artist, and what an artist takes off for it. The books stay. */
export const everythingPersonal: Personal = {
  sections: [
    {
      name: 'everything',
      start: [''],
      sql: `SELECT e.order_id, a.handle AS artist, e.percent, e.has_future AS is_with_future, e.mode, e.status, e.held_since, e.ended_at,
          e.order_id AS k0
        FROM everything_purchases e JOIN artists a ON a.id = e.artist_id
        WHERE e.user_id = $userId AND e.held_since IS NOT NULL AND e.order_id > $k0 ORDER BY e.order_id LIMIT $limit`,
    },
    {
      name: 'everything-offer',
      start: [-1],
      sql: `SELECT percent, has_future AS is_with_future, changed_at, rowid AS k0 FROM everything_offers
        WHERE artist_id = $artistId AND rowid > $k0`,
    },
  ],
  erases: ['everything_offers'],
  forget: (ctx, { artistId }) => endEverything(ctx, artistId),
}
