import { eq, sum } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account.ts'
import { ledgerEntries } from '../../db/schema/ledger.ts'
import type { Ctx } from '../context.ts'
import { type Account, accountId, type Posting, post } from './post.ts'

/** A payout from the processor to a bank; `isReturned`: the bank sent it back. */
export type Payout = { id: string; amount: number; currency: string; isReturned: boolean }

type Entries = Posting['entries']

/**
 * Posts a payout of an artist, or with null of the platform, and its return if the bank sent it back. Called in a
 * transaction.
 */
export function postPayout(ctx: Ctx, payout: Payout, artistId: string | null): void {
  const { id, currency, isReturned } = payout
  const paid = artistId === null ? fromPlatform(ctx, payout) : from({ kind: 'ARTIST', artistId }, payout.amount)
  post(ctx, { uniqueKey: `PAYOUT ${id}`, kind: 'PAYOUT', orderId: null, currency, entries: paid })
  if (!isReturned) return
  const entries = writtenEntries(ctx, `PAYOUT ${id}`)
  post(ctx, { uniqueKey: `PAYOUT_FAILURE ${id}`, kind: 'PAYOUT_FAILURE', orderId: null, currency, entries })
}

const from = (account: Account, amount: number): Entries => [
  [account, -amount],
  [{ kind: 'BANK' }, amount],
]

/** The platform's account holds the owner's sales and the platform's fees. A payout takes the sales first. */
function fromPlatform(ctx: Ctx, { amount, currency }: Payout): Entries {
  const owner = ctx.db
    .select({ artistId: artists.id })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.role, 'owner'))
    .get()
  if (!owner) return from({ kind: 'PLATFORM' }, amount)
  const theirs = Math.max(0, Math.min(amount, heldBy(ctx, owner.artistId, currency)))
  return [
    [{ kind: 'ARTIST', artistId: owner.artistId }, -theirs],
    [{ kind: 'PLATFORM' }, theirs - amount],
    [{ kind: 'BANK' }, amount],
  ]
}

function heldBy(ctx: Ctx, artistId: string, currency: string): number {
  const row = ctx.db
    .select({ total: sum(ledgerEntries.amountMinor).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.accountId, accountId(ctx, { kind: 'ARTIST', artistId }, currency)))
    .get()
  return row?.total ?? 0
}

/** Returns the entries of a posting with opposite signs. */
function writtenEntries(ctx: Ctx, uniqueKey: string): Entries {
  const rows = ctx.db.$client
    .query<{ kind: string; artistId: string | null; amount: number }, [string]>(
      `SELECT a.kind, a.artist_id AS artistId, e.amount_minor AS amount FROM ledger_postings p
       JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
       WHERE p.unique_key = ? AND p.order_id IS NULL ORDER BY e.position`,
    )
    .all(uniqueKey)
  return rows.map(({ kind, artistId, amount }) => [
    artistId === null ? { kind: kind === 'BANK' ? 'BANK' : 'PLATFORM' } : { kind: 'ARTIST', artistId },
    -amount,
  ])
}
