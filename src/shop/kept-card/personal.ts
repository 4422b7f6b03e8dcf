import type { Personal } from '../../platform/personal.ts'

export const keptCardPersonal: Personal = {
  sections: [
    {
      name: 'kept-cards',
      start: [''],
      sql: `SELECT brand, last4, ends_at, payment_intent_id AS k0 FROM kept_cards
        WHERE user_id = $userId AND payment_intent_id > $k0 ORDER BY payment_intent_id LIMIT $limit`,
    },
  ],
  erases: ['kept_cards'],
}
