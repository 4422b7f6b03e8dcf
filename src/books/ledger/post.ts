import { and, eq, sql } from 'drizzle-orm'
import { NoRow, partsBy, prepared, rawStatement } from '../../../db/prepared.ts'
import { ledgerAccounts, type ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import type { Ctx } from '../../context.ts'

/**
 * The owner and kind of an account. BUYERS, REFUNDS and BANK are outside: money that came in, went
 * back and was paid out; EXCHANGE is money turned into another currency. ARTIST is an artist's
 * money at the processor: on a connected account, or for the owner of the instance on the
 * platform's. OWED is what the platform owes an artist; a negative amount is their debt. VAT is
 * what it keeps of others' sales for the tax office.
 */
export type Account =
  | { kind: 'BUYERS' | 'REFUNDS' | 'PLATFORM' | 'VAT' | 'PROCESSOR_FEES' | 'EXCHANGE' | 'BANK' }
  | { kind: 'ARTIST' | 'OWED'; artistId: string }
  | { kind: 'PRIZE_POOL'; campaignId: string }

/** A movement of money in one currency. Its entries sum to zero. */
export type Posting = {
  /** Identifies the cause. An order has only one posting with each key. */
  uniqueKey: string
  kind: (typeof ledgerPostings.$inferInsert)['kind']
  /** Null for movements without an order, such as payouts. */
  orderId: string | null
  currency: string
  entries: readonly (readonly [account: Account, amountMinor: number])[]
}

const { placeholder } = sql

// A sale runs about twenty of these statements; prepared once, they take a tenth of its time
// instead of half.
const postedAt = prepared((db) =>
  db
    .select({ id: ledgerPostings.id })
    .from(ledgerPostings)
    .where(
      and(
        sql`${ledgerPostings.orderId} IS ${placeholder('orderId')}`,
        eq(ledgerPostings.uniqueKey, placeholder('uniqueKey')),
      ),
    ),
)
// Raw: OR FAIL. Without it SQLite keeps a journal for each statement.
const addEntry = rawStatement<typeof NoRow, typeof ledgerEntries.$inferSelect>(
  NoRow,
  `INSERT OR FAIL INTO ledger_entries (posting_id, position, account_id, amount_minor)
   VALUES ($postingId, $position, $accountId, $amountMinor)`,
)
// Raw: OR FAIL.
const addPosting = rawStatement<typeof NoRow, typeof ledgerPostings.$inferSelect>(
  NoRow,
  `INSERT OR FAIL INTO ledger_postings (id, unique_key, kind, order_id, created_at)
   VALUES ($id, $uniqueKey, $kind, $orderId, $createdAt)`,
)
const openedAccount = partsBy(ledgerAccounts, ['id'], 'id')

export const isPosted = ({ db }: Ctx, orderId: string | null, uniqueKey: string): boolean =>
  postedAt(db).get({ orderId, uniqueKey }) !== undefined

/**
 * Stores a posting unless its key is stored already or it moves nothing. Called in the transaction
 * of its cause. The database refuses a posting that does not sum to zero (rule: postings).
 */
export function post(ctx: Ctx, { uniqueKey, kind, orderId, currency, entries }: Posting): void {
  const moved = entries.filter(([, amount]) => amount !== 0)
  if (moved.length === 0 || isPosted(ctx, orderId, uniqueKey)) return
  // Statistics find the postings of a day by their ids, which rise with time.
  const postingId = ctx.datedUuid()
  for (const [position, [account, amountMinor]] of moved.entries()) {
    addEntry(ctx.db).run({ postingId, position, accountId: openAccount(ctx, account, currency), amountMinor })
  }
  addPosting(ctx.db).run({ id: postingId, uniqueKey, kind, orderId, createdAt: ctx.now() })
}

const artistIn = (account: Account) => ('artistId' in account ? account.artistId : null)
const campaignIn = (account: Account) => (account.kind === 'PRIZE_POOL' ? account.campaignId : null)

export const accountId = ({ config }: Pick<Ctx, 'config'>, account: Account, currency: string): string =>
  [config.paymentMode, account.kind.toLowerCase(), artistIn(account) ?? campaignIn(account), currency]
    .filter((part) => part !== null)
    .join(':')

/** Opens the account at its first use. Money moves in the present mode only. */
function openAccount({ db, config, now }: Ctx, account: Account, currency: string): string {
  const id = accountId({ config }, account, currency)
  if (openedAccount(db).get({ id })) return id
  const whose = { artistId: artistIn(account), campaignId: campaignIn(account) }
  db.insert(ledgerAccounts)
    .values({ id, mode: config.paymentMode, kind: account.kind, ...whose, currency, createdAt: now() })
    .run()
  return id
}
