import { eq, inArray, sql } from 'drizzle-orm'
import { eraseSome } from '../../../db/erase-some.ts'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { creditConsents, creditedAccounts } from '../../../db/schema/casset/credit.ts'
import type { Personal } from '../../platform/personal.ts'

const eraseOfOwnCassets = prepared((db) => {
  const { trackId } = creditedAccounts
  const some = db
    .select({ trackId })
    .from(creditedAccounts)
    .innerJoin(cassets, eq(cassets.id, creditedAccounts.cassetId))
    .where(eq(cassets.artistId, sql.placeholder('artistId')))
    .limit(sql.placeholder('limit'))
  return db.delete(creditedAccounts).where(inArray(trackId, some)).returning({ trackId })
})

export const creditPersonal: Personal = {
  sections: [
    {
      name: 'credits',
      start: [''],
      sql: `SELECT c.name AS casset, n.name, n.state, n.asked_at, n.answered_at, n.id AS k0
        FROM credit_consents n JOIN cassets c ON c.id = n.casset_id
        WHERE n.artist_id = $artistId AND n.id > $k0 ORDER BY n.id LIMIT $limit`,
    },
    {
      name: 'credited-accounts',
      start: [''],
      sql: `SELECT n.casset_id, n.name, a.handle AS account, n.state, n.asked_at, n.id AS k0
        FROM credit_consents n JOIN artists a ON a.id = n.artist_id
        WHERE n.asker_id = $artistId AND n.id > $k0 ORDER BY n.id LIMIT $limit`,
    },
  ],
  erases: ['credit_consents', 'credited_accounts'],
  traces: [
    eraseSome(creditedAccounts.trackId, creditedAccounts.artistId, 'artistId'),
    eraseOfOwnCassets,
    eraseSome(creditConsents.id, creditConsents.artistId, 'artistId'),
    eraseSome(creditConsents.id, creditConsents.askerId, 'artistId'),
  ],
}
