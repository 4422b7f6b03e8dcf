import type { KeptSums } from '../../platform/kept-sums.ts'

export const discountSums: KeptSums = {
  differing: `SELECT d.id AS whose, 0 AS day, '' AS mode FROM discounts d
    WHERE d.used <> (SELECT count(*) FROM orders o WHERE o.discount_id = d.id AND o.state = 'PAID') ORDER BY d.id`,
  repair: [
    `UPDATE discounts SET used = (SELECT count(*) FROM orders WHERE discount_id = $whose AND state = 'PAID')
      WHERE id = $whose`,
  ],
}
