import { eq, inArray } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { parties } from '../../../db/schema/room/party.ts'
import type { Personal } from '../../platform/personal.ts'

/** The parties that an artist announced. Those who said that they come are nobody's data. */
export const partyPersonal: Personal = {
  sections: [
    {
      name: 'parties',
      start: [''],
      isOfCasset: true,
      sql: `SELECT p.starts_at, p.zone, p.opens_tracks AS lets_orders_hear_all, p.announced_at, p.begun_at, p.ended_at, p.ending, p.host_came AS artist_came, p.guests, p.id AS k0
        FROM parties p WHERE p.casset_id = $cassetId AND p.id > $k0 ORDER BY p.id LIMIT $limit`,
    },
  ],
  forget({ db }, { artistId }) {
    const theirs = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId))
    db.delete(parties).where(inArray(parties.cassetId, theirs)).run()
  },
}
