import type { KeptSums } from '../platform/kept-sums.ts'

export const soldSums: KeptSums = {
  differing: `SELECT DISTINCT casset_id AS whose, 0 AS day, mode FROM (
      SELECT casset_id, mode FROM (
        SELECT casset_id, mode, currency, amount_minor FROM sold_sums
        UNION ALL SELECT casset_id, mode, currency, -amount_minor FROM orders WHERE state = 'PAID' AND is_sale
      ) GROUP BY casset_id, mode, currency HAVING sum(amount_minor) <> 0
    ) ORDER BY whose, mode`,
  repair: [
    'DELETE FROM sold_sums WHERE casset_id = $whose AND mode = $mode',
    `INSERT INTO sold_sums (casset_id, mode, currency, amount_minor)
      SELECT casset_id, mode, currency, sum(amount_minor) FROM orders
      WHERE casset_id = $whose AND mode = $mode AND state = 'PAID' AND is_sale
      GROUP BY casset_id, mode, currency`,
  ],
}
