import { eq } from 'drizzle-orm'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../db/schema/ledger.ts'
import type { Ctx } from '../context.ts'

/** Whose money it is. Buyers, refunds and banks stand for the world outside: what came from it, went back and was paid out. */
export type Account =
  | { kind: 'BUYERS' | 'REFUNDS' | 'PLATFORM' | 'PROCESSOR_FEES' | 'BANK' }
  | { kind: 'ARTIST'; artistId: string }
  | { kind: 'PRIZE_POOL'; campaignId: string }

/** A movement of money in one currency: what each account gets, summing to zero. */
export type Posting = {
  /** Names what moved the money; a second posting of the same is none. */
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
  const moved = entries.filter(([, amount]) => amount !== 0)
  const known = ctx.db.select().from(ledgerPostings).where(eq(ledgerPostings.uniqueKey, uniqueKey)).get()
  if (known || moved.length === 0) return
  const id = ctx.uuid()
  for (const [position, [account, amountMinor]] of moved.entries()) {
    const accountId = openAccount(ctx, account, currency)
    ctx.db.insert(ledgerEntries).values({ postingId: id, position, accountId, amountMinor }).run()
  }
  ctx.db.insert(ledgerPostings).values({ id, uniqueKey, kind, orderId, createdAt: ctx.now() }).run()
}

function openAccount(ctx: Ctx, account: Account, currency: string): string {
  const { kind } = account
  const artistId = account.kind === 'ARTIST' ? account.artistId : null
  const campaignId = account.kind === 'PRIZE_POOL' ? account.campaignId : null
  const id = [kind.toLowerCase(), artistId ?? campaignId, currency].filter((part) => part !== null).join(':')
  ctx.db
    .insert(ledgerAccounts)
    .values({ id, kind, artistId, campaignId, currency, createdAt: ctx.now() })
    .onConflictDoNothing()
    .run()
  return id
}
