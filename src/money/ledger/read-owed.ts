import type { Ctx } from '../../context.ts'

/** What the platform holds for artists whom it owes, and what others owe it, in one currency. Both are positive. */
export type Owed = { currency: string; held: number; debts: number }

const question = `SELECT currency, sum(max(total, 0)) AS held, sum(max(-total, 0)) AS debts FROM
  (SELECT artist_id, currency, sum(amount_minor) AS total FROM owed_parts WHERE mode = ? GROUP BY artist_id, currency)
  GROUP BY currency ORDER BY currency`

/** Returns what the platform holds for its artists now, and what they owe it, by currency. */
export const readOwed = ({ db: { $client: sql }, config }: Ctx): Owed[] =>
  sql.query<Owed, [string]>(question).all(config.paymentMode)

/** What is held for prizes in one currency. */
export type Pool = { currency: string; amount: number }

const inPools = `SELECT a.currency, sum(b.amount_minor) AS amount FROM ledger_accounts a
  JOIN ledger_balances b ON b.account_id = a.id
  WHERE a.kind = 'PRIZE_POOL' AND a.artist_id IS NULL AND a.mode = ? GROUP BY a.currency HAVING amount <> 0`

/** Returns what is held for the prizes of drops now, by currency. */
export const readPools = ({ db: { $client: sql }, config }: Ctx): Pool[] =>
  sql.query<Pool, [string]>(inPools).all(config.paymentMode)

const toArtist = `SELECT currency, sum(amount_minor) AS amount FROM owed_parts WHERE artist_id = ? AND mode = ?
  GROUP BY currency HAVING amount <> 0 ORDER BY currency`

/** Returns what the platform holds for an artist in a mode; a negative amount is what they owe it. */
export const readOwedTo = ({ db: { $client: sql } }: Ctx, artistId: string, mode: string) =>
  sql.query<{ currency: string; amount: number }, [string, string]>(toArtist).all(artistId, mode)
