import type { KeptSums } from '../../platform/kept-sums.ts'

/** The movements of each artist's account on a day by sales of a tape, by heading. */
export const tapeSums: KeptSums = {
  differing: `SELECT DISTINCT account_id AS whose, day, '' AS mode FROM (
      SELECT account_id, day FROM (
        SELECT account_id, casset_id, day, heading, amount_minor FROM tape_days
        UNION ALL SELECT account_id, casset_id, day, heading, -amount_minor FROM tape_entries
      ) GROUP BY account_id, casset_id, day, heading HAVING sum(amount_minor) <> 0
    ) ORDER BY whose, day`,
  repair: [
    'DELETE FROM tape_days WHERE account_id = $whose AND day = $day',
    `INSERT INTO tape_days (account_id, casset_id, day, heading, amount_minor)
      SELECT t.account_id, t.casset_id, $day, t.heading, sum(t.amount_minor)
      FROM ledger_entries e JOIN tape_entries t ON t.posting_id = e.posting_id AND t.account_id = e.account_id
      WHERE e.account_id = $whose AND e.posting_id > $after AND e.posting_id <= $last AND t.day = $day
      GROUP BY t.casset_id, t.heading`,
  ],
}
