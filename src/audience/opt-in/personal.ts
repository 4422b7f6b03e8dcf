import { eq, inArray } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { optIns } from '../../../db/schema/audience/opt-in.ts'
import type { Personal } from '../../platform/personal.ts'

export const optInPersonal: Personal = {
  sections: [
    {
      name: 'mailing-lists-asked',
      start: [''],
      sql: `SELECT a.handle AS artist, o.email, o.agreed_by, o.given_from, o.created_at, o.asked_at, o.confirmed_at, o.id AS k0
        FROM opt_ins o JOIN artists a ON a.id = o.artist_id
        WHERE o.email = $email AND o.id > $k0 ORDER BY o.id LIMIT $limit`,
    },
  ],
  erases: ['opt_ins'],
  ofAddress: {
    lists: {
      'mailing-lists-asked': `SELECT a.handle AS artist, o.email, o.agreed_by, o.given_from, o.created_at, o.asked_at, o.confirmed_at
        FROM opt_ins o JOIN artists a ON a.id = o.artist_id WHERE o.email = $email`,
    },
    forget: ({ db }, email) => void db.delete(optIns).where(eq(optIns.email, email)).run(),
  },
  forget({ db }, { addresses }) {
    db.delete(optIns)
      .where(inArray(optIns.email, [...addresses]))
      .run()
  },
  traces: [eraseSome(optIns.id, optIns.artistId, 'artistId')],
}
