import type { Ctx } from '../../context.ts'
import { uuidFloor } from '../../lib/uuid.ts'

/**
 * The accounts of an artist in one currency: what they have at the processor, and what the platform holds for them or is
 * owed by them. An id is the empty text where there is no such account.
 */
export type Accounts = { currency: string; own: string; owed: string }

/** A range of ids of postings: without the first, with the last. */
export type IdSpan = { after: string; last: string }

/** An id is made just before its posting is dated: less than a minute passes between the two. */
const leadMs = 60_000

const ofArtist = `SELECT currency, max(iif(kind = 'ARTIST', id, '')) AS own, max(iif(kind = 'OWED', id, '')) AS owed
  FROM ledger_accounts WHERE artist_id = ? AND mode = ? GROUP BY currency ORDER BY currency`

/** Returns the accounts of an artist in the present mode, by their currency. */
export const accountsOfArtist = ({ db: { $client: sql }, config }: Ctx, artistId: string): Accounts[] =>
  sql.query<Accounts, [string, string]>(ofArtist).all(artistId, config.paymentMode)

// Written as in the index of these accounts: those of artists are many.
const ofPlatform = `SELECT currency, id AS own, '' AS owed FROM ledger_accounts
  WHERE kind = 'PLATFORM' AND artist_id IS NULL AND mode = ? ORDER BY currency`

/** Returns the platform's own accounts in the present mode. */
export const accountsOfPlatform = ({ db: { $client: sql }, config }: Ctx): Accounts[] =>
  sql.query<Accounts, [string]>(ofPlatform).all(config.paymentMode)

const ofInstance = `SELECT currency, id AS own, '' AS owed FROM ledger_accounts
  WHERE kind IN ('PLATFORM', 'EXCHANGE', 'PRIZE_POOL') AND artist_id IS NULL AND mode = ? ORDER BY kind, currency, id`

const nextArtist = `SELECT artist_id AS id FROM ledger_accounts WHERE artist_id > ? ORDER BY artist_id LIMIT 1`

/**
 * Yields the platform's own accounts in the present mode, what was exchanged, the pools of drops, and then the accounts of
 * everybody who sells here, one artist after another. With what came from buyers, went to banks and was kept by the
 * processor they sum to zero.
 */
export function* accountsOfInstance(ctx: Ctx): Generator<Accounts> {
  const { $client: sql } = ctx.db
  yield* sql.query<Accounts, [string]>(ofInstance).all(ctx.config.paymentMode)
  const after = sql.query<{ id: string }, [string]>(nextArtist)
  for (let next = after.get(''); next; next = after.get(next.id)) yield* accountsOfArtist(ctx, next.id)
}

/** Returns what an account holds now; 0 for none. */
export function balanceOf({ db: { $client: sql } }: Ctx, id: string): number {
  const question = 'SELECT amount_minor AS total FROM ledger_balances WHERE account_id = ?'
  return sql.query<{ total: number }, [string]>(question).get(id)?.total ?? 0
}

/** Returns ids between which all postings of a span of time are, since ids rise with time; near both ends some more. */
export const idsOf = ({ from, until }: { from: number; until: number }): IdSpan => ({
  after: uuidFloor(from - leadMs),
  last: uuidFloor(until + leadMs),
})

/** Returns the posting with which a page of these accounts' entries ends; undefined for the last page. */
export function lastOfPage({ db: { $client: sql } }: Ctx, { own, owed }: Accounts, ids: IdSpan, entries: number) {
  const nth = sql.query<{ id: string }, [string, string, string, number]>(
    `SELECT posting_id AS id FROM ledger_entries WHERE account_id = ? AND posting_id > ? AND posting_id < ?
      ORDER BY posting_id LIMIT 1 OFFSET ?`,
  )
  const lasts = [own, owed].flatMap((id) => nth.get(id, ids.after, ids.last, entries - 1)?.id ?? [])
  return lasts.toSorted()[0]
}
