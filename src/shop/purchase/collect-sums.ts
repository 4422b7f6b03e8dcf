import { dayMs } from '../../lib/time/calendar.ts'
import type { KeptSums } from '../../platform/kept-sums.ts'

/** How many purchases of a day still hold a casset, and how much was paid for them. */
export const collectSums: KeptSums = {
  differing: `SELECT casset_id AS whose, day, mode FROM (
      SELECT casset_id, day, mode, collects, amount_minor FROM collect_days
      UNION ALL SELECT p.casset_id, p.purchased_at / ${dayMs}, p.mode, -1, -coalesce(t.part_minor, o.amount_minor)
        FROM purchases p JOIN orders o ON o.id = p.order_id
          LEFT JOIN everything_tapes t ON t.order_id = o.id AND t.casset_id = p.casset_id WHERE p.ended_at IS NULL
    ) GROUP BY casset_id, day, mode HAVING sum(collects) <> 0 OR sum(amount_minor) <> 0 ORDER BY casset_id, day, mode`,
  repair: [
    'DELETE FROM collect_days WHERE casset_id = $whose AND day = $day AND mode = $mode',
    `INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
      SELECT p.casset_id, p.mode, $day, count(*), sum(coalesce(t.part_minor, o.amount_minor))
      FROM purchases p JOIN orders o ON o.id = p.order_id
        LEFT JOIN everything_tapes t ON t.order_id = o.id AND t.casset_id = p.casset_id
      WHERE p.casset_id = $whose AND p.purchased_at >= $from AND p.purchased_at < $until AND p.ended_at IS NULL
        AND p.mode = $mode
      GROUP BY p.casset_id`,
  ],
}
