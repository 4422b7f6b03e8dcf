import { eraseSome } from '../../../db/erase-some.ts'
import { shares } from '../../../db/schema/shop/referral.ts'
import type { Personal } from '../../platform/personal.ts'

export const referralPersonal: Personal = {
  sections: [
    {
      name: 'shares',
      start: [-1],
      sql: `SELECT a.handle AS artist, c.name AS casset, s.channel, s.created_at, s.rowid AS k0
        FROM shares s JOIN cassets c ON c.id = s.casset_id JOIN artists a ON a.id = c.artist_id
        WHERE s.user_id = $userId AND s.rowid > $k0 ORDER BY s.rowid LIMIT $limit`,
    },
    {
      name: 'referral-links',
      start: [''],
      sql: `SELECT r.code, a.handle AS artist, c.name AS casset, r.visits, r.created_at, r.casset_id AS k0,
          (SELECT count(*) FROM referral_credits WHERE code = r.code) AS collected
        FROM referral_links r JOIN cassets c ON c.id = r.casset_id JOIN artists a ON a.id = c.artist_id
        WHERE r.user_id = $userId AND r.casset_id > $k0 ORDER BY r.casset_id LIMIT $limit`,
    },
  ],
  erases: ['shares'],
  traces: [eraseSome(shares.id, shares.userId, 'userId')],
}
