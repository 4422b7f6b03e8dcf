import type { Personal } from '../../platform/personal.ts'
import { endCustomers } from './note-changes.ts'

export const customerPersonal: Personal = {
  sections: [
    {
      name: 'payment-customers',
      start: [''],
      sql: `SELECT mode, customer_id, created_at, mode AS k0 FROM customers WHERE user_id = $userId AND mode > $k0 AND customer_id <> ''
        ORDER BY mode LIMIT $limit`,
    },
  ],
  erases: ['customers'],
  forget: (ctx, { userId }) => endCustomers(ctx, userId),
}
