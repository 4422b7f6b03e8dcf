import type { ledgerPostings } from '../../db/schema/ledger.ts'
import type { Ctx } from '../context.ts'

/** Whose money it is. Buyers, refunds and banks stand for the world outside: what came from it, went back and was paid out. */
export type Account =
  | { kind: 'BUYERS' | 'REFUNDS' | 'PLATFORM' | 'PROCESSOR_FEES' | 'BANK' }
  | { kind: 'ARTIST'; artistId: string }
  | { kind: 'PRIZE_POOL'; campaignId: string }

/** A movement of money in one currency: what each account gets, summing to zero. */
export type Posting = {
  /** Names what moved the money; a second posting of the same for an order is none. */
  uniqueKey: string
  kind: (typeof ledgerPostings.$inferInsert)['kind']
  /** Absent where money moves for no order: a payout. */
  orderId: string | null
  currency: string
  entries: readonly (readonly [account: Account, amountMinor: number])[]
}

/**
 * Writes a posting, once for its key; called in the transaction of its cause. What moves nothing is not written. The
 * database refuses one that does not sum to zero.
 */
export function post(ctx: Ctx, { uniqueKey, kind, orderId, currency, entries }: Posting): void {
  const { $client: sql } = ctx.db
  const moved = entries.filter(([, amount]) => amount !== 0)
  const known = sql
    .query('SELECT 1 FROM ledger_postings WHERE order_id IS ? AND unique_key = ?')
    .get(orderId, uniqueKey)
  if (known || moved.length === 0) return
  // Statistics look for the postings of a day by their ids.
  const id = ctx.datedUuid()
  // A sale is some twenty of these statements: compiled once, they are a tenth of the sale's cost instead of half. One
  // row each and OR FAIL, or SQLite keeps a journal of each statement.
  const addEntry = sql.query(
    'INSERT OR FAIL INTO ledger_entries (posting_id, position, account_id, amount_minor) VALUES (?, ?, ?, ?)',
  )
  for (const [position, [account, amountMinor]] of moved.entries()) {
    addEntry.run(id, position, openAccount(ctx, account, currency), amountMinor)
  }
  sql
    .query('INSERT OR FAIL INTO ledger_postings (id, unique_key, kind, order_id, created_at) VALUES (?, ?, ?, ?, ?)')
    .run(id, uniqueKey, kind, orderId, ctx.now())
}

function openAccount({ db: { $client: sql }, now }: Ctx, account: Account, currency: string): string {
  const { kind } = account
  const artistId = account.kind === 'ARTIST' ? account.artistId : null
  const campaignId = account.kind === 'PRIZE_POOL' ? account.campaignId : null
  const id = [kind.toLowerCase(), artistId ?? campaignId, currency].filter((part) => part !== null).join(':')
  if (sql.query('SELECT 1 FROM ledger_accounts WHERE id = ?').get(id)) return id
  sql
    .query(
      'INSERT INTO ledger_accounts (id, kind, artist_id, campaign_id, currency, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(id, kind, artistId, campaignId, currency, now())
  return id
}
