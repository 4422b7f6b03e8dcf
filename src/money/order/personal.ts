import type { Personal } from '../../platform/personal.ts'

/** Messages that somebody wrote with payments. The books stay. */
export const orderPersonal: Personal = {
  traces: [
    `UPDATE orders SET message = NULL WHERE id IN
      (SELECT id FROM orders WHERE user_id = $userId AND message IS NOT NULL LIMIT $limit)`,
  ],
}
