import { eq } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { shows } from '../../../db/schema/audience/show.ts'
import type { Room } from '../../room.ts'

export const showRoom = {
  routes: async () => {
    const { show, showCalendar } = await import('./routes.ts')
    return { called: [show], others: [showCalendar] }
  },
  personal: {
    sections: [
      {
        name: 'shows',
        start: [0, ''],
        sql: `SELECT day, time, doors, zone, venue, town, country, with_whom, tickets_url, state, on_card AS is_on_card, created_at, changed_at, starts_at AS k0, id AS k1
          FROM shows WHERE artist_id = $artistId AND (starts_at, id) > ($k0, $k1) ORDER BY starts_at, id LIMIT $limit`,
      },
    ],
    erases: ['shows'],
    forget: ({ db }, { artistId }) => void db.delete(shows).where(eq(shows.artistId, artistId)).run(),
    traces: [eraseSome(shows.id, shows.artistId, 'artistId')],
  },
} satisfies Room
