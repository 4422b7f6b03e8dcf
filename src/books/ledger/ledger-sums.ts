import { dayMs } from '../../lib/time/calendar.ts'
import type { KeptSums } from '../../platform/kept-sums.ts'

const heading = `CASE p.kind WHEN 'SALE' THEN coalesce((SELECT kind FROM orders WHERE id = p.order_id), 'casset')
  ELSE p.kind END`

export const daySums: KeptSums = {
  differing: `SELECT DISTINCT account_id AS whose, day, '' AS mode FROM (
      SELECT account_id, day, heading FROM (
        SELECT account_id, day, heading, amount_minor FROM ledger_days
        UNION ALL SELECT e.account_id, p.created_at / ${dayMs}, ${heading}, -e.amount_minor
          FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
      ) GROUP BY account_id, day, heading HAVING sum(amount_minor) <> 0
    ) ORDER BY whose, day`,
  repair: [
    'DELETE FROM ledger_days WHERE account_id = $whose AND day = $day',
    `INSERT INTO ledger_days (account_id, day, heading, amount_minor)
      SELECT e.account_id, $day, ${heading} AS heading, sum(e.amount_minor)
      FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
      WHERE e.account_id = $whose AND e.posting_id > $after AND e.posting_id <= $last AND p.created_at / ${dayMs} = $day
      GROUP BY heading`,
  ],
}

export const balanceSums: KeptSums = {
  differing: `SELECT account_id AS whose, 0 AS day, '' AS mode FROM (
      SELECT account_id, amount_minor FROM ledger_balances
      UNION ALL SELECT account_id, -amount_minor FROM ledger_entries
    ) GROUP BY account_id HAVING sum(amount_minor) <> 0 ORDER BY account_id`,
  repair: [
    'DELETE FROM ledger_balances WHERE account_id = $whose',
    `INSERT INTO ledger_balances (account_id, amount_minor)
      SELECT account_id, sum(amount_minor) FROM ledger_entries WHERE account_id = $whose GROUP BY account_id`,
  ],
}
