import type { Ctx } from '../context.ts'
import { uuidFloor } from '../lib/uuid.ts'

/** A ledger account; each has one currency. */
export type AccountRow = { id: string; currency: string }

/** A range of posting ids; `after` is exclusive, `last` inclusive. */
export type IdSpan = { after: string; last: string }

/** An id is created shortly before its posting gets its time, less than a minute before. */
const leadMs = 60_000

/** Returns an artist's accounts in the present mode, sorted by currency. */
export const accountsOfArtist = ({ db: { $client: sql }, config }: Ctx, artistId: string): AccountRow[] =>
  sql
    .query<AccountRow, [string, string]>(
      'SELECT id, currency FROM ledger_accounts WHERE artist_id = ? AND mode = ? ORDER BY currency',
    )
    .all(artistId, config.paymentMode)

/** Returns the platform's own accounts in the present mode, sorted by currency. */
export const accountsOfPlatform = ({ db: { $client: sql }, config }: Ctx): AccountRow[] =>
  sql
    .query<AccountRow, [string]>(
      "SELECT id, currency FROM ledger_accounts WHERE kind = 'PLATFORM' AND mode = ? ORDER BY currency",
    )
    .all(config.paymentMode)

/** Returns the current balance of an account, in minor units. */
export function balanceOf({ db: { $client: sql } }: Ctx, { id }: AccountRow): number {
  const question = 'SELECT coalesce(sum(amount_minor), 0) AS total FROM ledger_entries WHERE account_id = ?'
  return sql.query<{ total: number }, [string]>(question).get(id)?.total ?? 0
}

/**
 * Returns the range of ids of the postings in a time span. Ids rise with time; the range may hold a few more at its
 * ends.
 */
export const idsOf = ({ from, until }: { from: number; until: number }): IdSpan => ({
  after: uuidFloor(from - leadMs),
  last: uuidFloor(until + leadMs),
})

/** Returns the last posting of a page of an account's entries; undefined for the last page. */
export function lastOfPage({ db: { $client: sql } }: Ctx, account: string, ids: IdSpan, entries: number) {
  return sql
    .query<{ id: string }, [string, string, string, number]>(
      `SELECT posting_id AS id FROM ledger_entries WHERE account_id = ? AND posting_id > ? AND posting_id < ?
        ORDER BY posting_id LIMIT 1 OFFSET ?`,
    )
    .get(account, ids.after, ids.last, entries - 1)?.id
}

/** Returns the time of an account's first entry; undefined when it has none. */
export function firstPostedMs({ db: { $client: sql } }: Ctx, account: string): number | undefined {
  const question = `SELECT created_at AS at FROM ledger_postings
    WHERE id = (SELECT posting_id FROM ledger_entries WHERE account_id = ? ORDER BY posting_id LIMIT 1)`
  return sql.query<{ at: number }, [string]>(question).get(account)?.at
}
