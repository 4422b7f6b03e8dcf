import { eq } from 'drizzle-orm'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../db/schema/ledger.ts'
import type { Ctx } from '../context.ts'

/** Whose money it is. Buyers stand for the world outside. */
export type Account = { kind: 'BUYERS' | 'PLATFORM' | 'PROCESSOR_FEES' } | { kind: 'ARTIST'; artistId: string }

/** A movement of money in one currency: what each account gets, summing to zero. */
export type Posting = {
  /** Names what moved the money; a second posting of the same is none. */
  uniqueKey: string
  kind: (typeof ledgerPostings.$inferInsert)['kind']
  orderId: string
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
  const id = [kind.toLowerCase(), ...(artistId === null ? [] : [artistId]), currency].join(':')
  ctx.db
    .insert(ledgerAccounts)
    .values({ id, kind, artistId, currency, createdAt: ctx.now() })
    .onConflictDoNothing()
    .run()
  return id
}
