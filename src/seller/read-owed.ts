import type { Ctx } from '../context.ts'
import type { Sum } from '../lib/money.ts'

/** Returns what is owed to an artist (positive) or by them (negative), for each currency in which it is not nothing. */
export const readOwed = ({ db: { $client: sql } }: Pick<Ctx, 'db'>, artistId: string): Sum[] =>
  sql
    .query<Sum, [string]>(
      `SELECT sum(e.amount_minor) AS amount, a.currency AS currency
       FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
       WHERE a.artist_id = ? AND a.kind = 'OWED' GROUP BY a.currency HAVING amount <> 0 ORDER BY a.currency`,
    )
    .all(artistId)
