import type { Ctx } from '../context.ts'
import { uuidFloor } from '../lib/uuid.ts'

/** An account of the ledger, in one currency. */
export type AccountRow = { id: string; currency: string }

/** Ids of postings between the first, which is left out, and the last. */
export type IdSpan = { after: string; last: string }

/** An id is made just before its posting is dated; between the two lies no minute. */
const leadMs = 60_000

/** Every account that is an artist's, by its currency. */
export const accountsOfArtist = ({ db: { $client: sql } }: Ctx, artistId: string): AccountRow[] =>
  sql
    .query<AccountRow, [string]>('SELECT id, currency FROM ledger_accounts WHERE artist_id = ? ORDER BY currency')
    .all(artistId)

/** The platform's own accounts. */
export const accountsOfPlatform = ({ db: { $client: sql } }: Ctx): AccountRow[] =>
  sql.query<AccountRow, []>("SELECT id, currency FROM ledger_accounts WHERE kind = 'PLATFORM' ORDER BY currency").all()

/** What an account holds now. */
export function balanceOf({ db: { $client: sql } }: Ctx, { id }: AccountRow): number {
  const question = 'SELECT coalesce(sum(amount_minor), 0) AS total FROM ledger_entries WHERE account_id = ?'
  return sql.query<{ total: number }, [string]>(question).get(id)?.total ?? 0
}

/** Ids between which everything lies that was posted in a span of time: they rise with it. The ends may hold some more. */
export const idsOf = ({ from, until }: { from: number; until: number }): IdSpan => ({
  after: uuidFloor(from - leadMs),
  last: uuidFloor(until + leadMs),
})

/** The posting with which a page of an account's entries ends; undefined for the last page. */
export function lastOfPage({ db: { $client: sql } }: Ctx, account: string, ids: IdSpan, entries: number) {
  return sql
    .query<{ id: string }, [string, string, string, number]>(
      `SELECT posting_id AS id FROM ledger_entries WHERE account_id = ? AND posting_id > ? AND posting_id < ?
        ORDER BY posting_id LIMIT 1 OFFSET ?`,
    )
    .get(account, ids.after, ids.last, entries - 1)?.id
}

/** When the first entry of an account was posted; undefined when it has none. */
export function firstPostedMs({ db: { $client: sql } }: Ctx, account: string): number | undefined {
  const question = `SELECT created_at AS at FROM ledger_postings
    WHERE id = (SELECT posting_id FROM ledger_entries WHERE account_id = ? ORDER BY posting_id LIMIT 1)`
  return sql.query<{ at: number }, [string]>(question).get(account)?.at
}
