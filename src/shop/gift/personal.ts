import type { Personal } from '../../platform/personal.ts'
import { forgetTakersAt } from './forget-takers.ts'
import { eraseGiftMessages } from './gift.ts'

/** Gifts that somebody gave and got. The books stay; messages go with whoever wrote them. */
export const giftPersonal: Personal = {
  sections: [
    {
      name: 'gifts-given',
      start: [''],
      sql: `SELECT g.order_id, c.name AS casset, g.email, g.message, g.send_at, g.sent_at, g.claimed_at, g.order_id AS k0
        FROM gifts g JOIN orders o ON o.id = g.order_id JOIN cassets c ON c.id = o.casset_id
        WHERE g.payer_id = $userId AND g.is_paid = 1 AND g.order_id > $k0 ORDER BY g.order_id LIMIT $limit`,
    },
    {
      name: 'gifts-received',
      start: [''],
      sql: `SELECT a.handle AS artist, c.name AS casset, g.message, g.claimed_at, p.status, p.ended_at, g.order_id AS k0
        FROM gifts g JOIN orders o ON o.id = g.order_id JOIN cassets c ON c.id = o.casset_id
          JOIN artists a ON a.id = c.artist_id LEFT JOIN purchases p ON p.order_id = g.order_id
        WHERE g.holder_id = $userId AND g.order_id > $k0 ORDER BY g.order_id LIMIT $limit`,
    },
  ],
  erases: ['gifts'],
  ofAddress: {
    lists: {
      'gifts-received': `SELECT g.order_id, c.name AS casset, g.message, g.send_at, g.sent_at, g.claimed_at
        FROM gifts g JOIN orders o ON o.id = g.order_id JOIN cassets c ON c.id = o.casset_id
        WHERE (g.email = $email AND g.email <> '') OR g.taker_email = $email`,
    },
    forget: forgetTakersAt,
  },
  traces: [eraseGiftMessages],
}
