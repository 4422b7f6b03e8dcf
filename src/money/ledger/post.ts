import type { ledgerPostings } from '../../../db/schema/money/ledger.ts'
import type { Ctx } from '../../context.ts'

/**
 * Whose money it is. BUYERS, REFUNDS and BANK are outside: money that came in, went back and was paid out; EXCHANGE is what
 * was turned into another currency. ARTIST is what an artist has at the processor: on a connected account, or as the owner
 * of the instance on the platform's. OWED is what the platform holds for an artist; negative: what they owe it.
 */
export type Account =
  | { kind: 'BUYERS' | 'REFUNDS' | 'PLATFORM' | 'PROCESSOR_FEES' | 'EXCHANGE' | 'BANK' }
  | { kind: 'ARTIST' | 'OWED'; artistId: string }
  | { kind: 'PRIZE_POOL'; campaignId: string }

/** A movement of money in one currency. Its entries sum to zero. */
export type Posting = {
  /** Identifies the cause. An order has only one posting for each key. */
  uniqueKey: string
  kind: (typeof ledgerPostings.$inferInsert)['kind']
  /** Null for movements without an order, such as payouts. */
  orderId: string | null
  currency: string
  entries: readonly (readonly [account: Account, amountMinor: number])[]
}

/** Tells whether an order, or what is of none, has a posting of that key. */
export const isPosted = ({ db: { $client: sql } }: Ctx, orderId: string | null, uniqueKey: string): boolean =>
  sql.query('SELECT 1 FROM ledger_postings WHERE order_id IS ? AND unique_key = ?').get(orderId, uniqueKey) !== null

/**
 * Stores a posting unless its key is stored already or it moves nothing. Called in the transaction of its cause. The
 * database refuses a posting that does not sum to zero.
 */
export function post(ctx: Ctx, { uniqueKey, kind, orderId, currency, entries }: Posting): void {
  const { $client: sql } = ctx.db
  const moved = entries.filter(([, amount]) => amount !== 0)
  if (moved.length === 0 || isPosted(ctx, orderId, uniqueKey)) return
  // Statistics find the postings of a day by their ids, which rise with time.
  const id = ctx.datedUuid()
  // A sale runs about twenty of these statements; compiled once, they take a tenth of its time instead of half. They
  // insert one row each with OR FAIL: otherwise SQLite keeps a journal for each statement.
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

const artistIn = (account: Account) => ('artistId' in account ? account.artistId : null)
const campaignIn = (account: Account) => (account.kind === 'PRIZE_POOL' ? account.campaignId : null)

/** Returns the id of an account in the present mode and a currency. */
export const accountId = ({ config }: Pick<Ctx, 'config'>, account: Account, currency: string): string =>
  [config.paymentMode, account.kind.toLowerCase(), artistIn(account) ?? campaignIn(account), currency]
    .filter((part) => part !== null)
    .join(':')

/** Returns the id of an account, which is opened at its first use. Money moves in the present mode only. */
function openAccount(ctx: Ctx, account: Account, currency: string): string {
  const { $client: sql } = ctx.db
  const id = accountId(ctx, account, currency)
  if (sql.query('SELECT 1 FROM ledger_accounts WHERE id = ?').get(id)) return id
  sql
    .query(
      `INSERT INTO ledger_accounts (id, mode, kind, artist_id, campaign_id, currency, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, ctx.config.paymentMode, account.kind, artistIn(account), campaignIn(account), currency, ctx.now())
  return id
}
