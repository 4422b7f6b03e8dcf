import type { Ctx } from '../context.ts'
import type { Sum } from '../lib/money.ts'

/**
 * Returns what the ledger owes to an artist (positive) or by them (negative) for the orders of a payment mode, for each
 * currency in which it is not nothing.
 */
export const readOwed = ({ db: { $client: sql } }: Pick<Ctx, 'db'>, artistId: string, mode: string): Sum[] =>
  sql
    .query<Sum, { artistId: string; mode: string }>(
      `SELECT sum(e.amount_minor) AS amount, a.currency AS currency
       FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
         JOIN ledger_postings p ON p.id = e.posting_id JOIN orders o ON o.id = p.order_id
       WHERE a.artist_id = $artistId AND a.kind = 'OWED' AND o.mode = $mode
       GROUP BY a.currency HAVING amount <> 0 ORDER BY a.currency`,
    )
    .all({ artistId, mode })
