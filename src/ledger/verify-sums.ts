import { inTransaction } from '../../db/commits.ts'
import type { Ctx } from '../context.ts'
import { dateOf, dayMs } from '../lib/calendar.ts'
import { idsOf } from './account-entries.ts'

/** A sum that the database keeps: whose, on which day (0 for a balance), and of a casset in which mode. */
type Key = { whose: string; day: number; mode: string }

/** A kind of kept sums: those that differ from what they sum, and how one of them is made again. */
type KeptSums = { differing: string; remove: string; add: string }

const heading = `CASE p.kind WHEN 'SALE' THEN coalesce((SELECT kind FROM orders WHERE id = p.order_id), 'casset')
  ELSE p.kind END`

const days: KeptSums = {
  differing: `SELECT DISTINCT account_id AS whose, day, '' AS mode FROM (
      SELECT account_id, day, heading FROM (
        SELECT account_id, day, heading, amount_minor FROM ledger_days
        UNION ALL SELECT e.account_id, p.created_at / ${dayMs}, ${heading}, -e.amount_minor
          FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id
      ) GROUP BY account_id, day, heading HAVING sum(amount_minor) <> 0
    ) ORDER BY whose, day`,
  remove: 'DELETE FROM ledger_days WHERE account_id = $whose AND day = $day',
  add: `INSERT INTO ledger_days (account_id, day, heading, amount_minor)
    SELECT e.account_id, $day, ${heading} AS heading, sum(e.amount_minor)
    FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
    WHERE e.account_id = $whose AND e.posting_id > $after AND e.posting_id <= $last AND p.created_at / ${dayMs} = $day
    GROUP BY heading`,
}

const balances: KeptSums = {
  differing: `SELECT account_id AS whose, 0 AS day, '' AS mode FROM (
      SELECT account_id, amount_minor FROM ledger_balances
      UNION ALL SELECT account_id, -amount_minor FROM ledger_entries
    ) GROUP BY account_id HAVING sum(amount_minor) <> 0 ORDER BY account_id`,
  remove: 'DELETE FROM ledger_balances WHERE account_id = $whose',
  add: `INSERT INTO ledger_balances (account_id, amount_minor)
    SELECT account_id, sum(amount_minor) FROM ledger_entries WHERE account_id = $whose GROUP BY account_id`,
}

const collects: KeptSums = {
  differing: `SELECT casset_id AS whose, day, mode FROM (
      SELECT casset_id, day, mode, collects, amount_minor FROM collect_days
      UNION ALL SELECT p.casset_id, p.purchased_at / ${dayMs}, p.mode, -1, -o.amount_minor
        FROM purchases p JOIN orders o ON o.id = p.order_id WHERE p.ended_at IS NULL
    ) GROUP BY casset_id, day, mode HAVING sum(collects) <> 0 OR sum(amount_minor) <> 0 ORDER BY casset_id, day, mode`,
  remove: 'DELETE FROM collect_days WHERE casset_id = $whose AND day = $day AND mode = $mode',
  add: `INSERT INTO collect_days (casset_id, mode, day, collects, amount_minor)
    SELECT p.casset_id, p.mode, $day, count(*), sum(o.amount_minor)
    FROM purchases p JOIN orders o ON o.id = p.order_id
    WHERE p.casset_id = $whose AND p.purchased_at >= $from AND p.purchased_at < $until AND p.ended_at IS NULL
      AND p.mode = $mode
    GROUP BY p.casset_id`,
}

const kinds = [days, balances, collects]

const differing = ({ db: { $client: sql } }: Ctx, kind: KeptSums): Key[] => sql.query<Key, []>(kind.differing).all()

const nameOf = ({ whose, day, mode }: Key) =>
  [whose, ...(day === 0 ? ['now'] : ['on', dateOf(day)]), ...(mode === '' ? [] : [`(${mode})`])].join(' ')

/** Returns the names of the sums that differ from what the ledger and the purchases add up to (rule 7.7). */
export const verifySums = (ctx: Ctx): string[] => kinds.flatMap((kind) => differing(ctx, kind).map(nameOf))

/** Makes the sums again that differ: each in its own short transaction, so that a service at work goes on selling. */
export function repairSums(ctx: Ctx): void {
  const { $client: sql } = ctx.db
  for (const kind of kinds) {
    const [remove, add] = [sql.query<unknown, Key>(kind.remove), sql.query<unknown, Key>(kind.add)]
    for (const key of differing(ctx, kind)) {
      const span = { from: key.day * dayMs, until: (key.day + 1) * dayMs }
      const asked = { ...key, ...span, ...idsOf(span) }
      inTransaction(ctx.db, () => {
        remove.run(asked)
        add.run(asked)
      })
    }
  }
}
