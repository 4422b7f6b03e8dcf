import type { KeptSums } from '../../platform/kept-sums.ts'

export const codeSums: KeptSums = {
  differing: `SELECT id AS whose, 0 AS day, '' AS mode FROM code_batches LEFT JOIN codes ON batch_id = id
    GROUP BY id HAVING codes <> count(code_hash) OR redeemed <> count(order_id) ORDER BY id`,
  repair: [
    `UPDATE code_batches SET codes = (SELECT count(*) FROM codes WHERE batch_id = $whose),
      redeemed = (SELECT count(order_id) FROM codes WHERE batch_id = $whose) WHERE id = $whose`,
  ],
}
