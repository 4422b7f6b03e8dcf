import type { KeptSums } from '../../../platform/kept-sums.ts'

export const holderSums: KeptSums = {
  differing: `SELECT emoji_id AS whose, 0 AS day, mode FROM (
      SELECT emoji_id, mode, holders FROM emoji_holders
      UNION ALL SELECT emoji_id, mode, -1 FROM emoji_purchases WHERE ended_at IS NULL
    ) GROUP BY emoji_id, mode HAVING sum(holders) <> 0 ORDER BY emoji_id, mode`,
  repair: [
    'DELETE FROM emoji_holders WHERE emoji_id = $whose AND mode = $mode',
    `INSERT INTO emoji_holders (emoji_id, mode, holders)
      SELECT emoji_id, mode, count(*) FROM emoji_purchases
      WHERE emoji_id = $whose AND mode = $mode AND ended_at IS NULL GROUP BY emoji_id, mode`,
  ],
}
