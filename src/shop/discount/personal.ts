import { and, eq, isNull } from 'drizzle-orm'
import { discounts } from '../../../db/schema/shop/discount.ts'
import type { Personal } from '../../platform/personal.ts'

/** Codes that somebody made to reduce their prices. They end with the account. */
export const discountPersonal: Personal = {
  sections: [
    {
      name: 'discounts',
      start: [''],
      sql: `SELECT code, casset_id, percent, amount_minor, currency, uses, used, expires_at, ended_at, created_at, id AS k0
        FROM discounts WHERE artist_id = $artistId AND id > $k0 ORDER BY id LIMIT $limit`,
    },
  ],
  erases: ['discounts'],
  forget({ db, now }, { artistId }) {
    const isOpen = and(eq(discounts.artistId, artistId), isNull(discounts.endedAt))
    db.update(discounts).set({ endedAt: now() }).where(isOpen).run()
  },
}
