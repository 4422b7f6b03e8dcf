import { and, asc, eq, gte, inArray, isNull, max } from 'drizzle-orm'
import type Stripe from 'stripe'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { accountOfArtist, openAccounts } from '../../books/seller/account/seller-account.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import { isListable, isListed } from '../../books/seller/payout/payout-contents.ts'
import { askPayout, toPayout } from '../../books/seller/payout/record-payout.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { isMissing, isOutOfReach } from '../../platform/payment/ask-processor.ts'
import type { Processor } from '../../platform/payment/processor.ts'

/** A payout that differs from the ledger's; `payout` is null when the processor has none. */
export type PayoutDifference = { text: string; payout: { accountId: string | null; id: string } | null }

/** Returns where payouts since a time, of platform and artists, differ from the ledger. */
export async function comparePayouts(ctx: Ctx, processor: Processor, sinceMs: number): Promise<PayoutDifference[]> {
  const found: PayoutDifference[] = []
  const seen = new Set<string>()
  const accountIds = openAccounts(ctx, processor.mode).map((account) => account.accountId)
  for (const accountId of [null, ...accountIds]) {
    for (const there of await payoutsOf(processor, accountId, sinceMs)) {
      const { id } = there
      seen.add(id)
      const text = ofPayout(ctx, there, accountId ?? say('the platform'))
      if (text !== undefined) found.push({ text, payout: { accountId, id } })
    }
  }
  for (const written of writtenPayouts(ctx, processor.mode, sinceMs)) {
    if (seen.has(written.id) || (await mayBeThere(ctx, processor, written))) continue
    found.push({
      text: say('PAYOUT {payout} is in the ledger, but not at the processor', { payout: written.id }),
      payout: null,
    })
  }
  return found
}

function ofPayout(ctx: Ctx, there: Stripe.Payout, whose: string): string | undefined {
  const payout = toPayout(there)
  const here = keysOf(ctx, payout.id)
  const missing = wantedKeys(payout).filter((key) => !here.has(key))
  const sum = `${payout.amount} ${payout.currency} (${whose})`
  const [first = '', second] = missing
  if (second !== undefined) return say('{first} and {second} of {sum} is not in the ledger', { first, second, sum })
  if (missing.length > 0) return say('{first} of {sum} is not in the ledger', { first, sum })
  if (!isListable(there) || isListed(ctx, payout.id)) return undefined
  return say('what the payout {payout} of {sum} contained is not written down', { payout: payout.id, sum })
}

/** A payout in the ledger, with the artist whose account it left, unless it was the platform's. */
type WrittenPayout = { id: string; artistId: string | null; writtenAt: number }

function writtenPayouts({ db }: Ctx, mode: Processor['mode'], sinceMs: number): WrittenPayout[] {
  const { id, uniqueKey, kind, createdAt } = ledgerPostings
  const isSince = and(eq(kind, 'PAYOUT'), gte(createdAt, sinceMs))
  const rows = db
    .select({ key: uniqueKey, artistId: max(ledgerAccounts.artistId), writtenAt: createdAt })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerAccounts.mode, mode), isSince))
    .groupBy(id)
    .orderBy(asc(id))
    .all()
  return rows.map(({ key, ...payout }) => ({ ...payout, id: key.slice('PAYOUT '.length) }))
}

/** Whether the processor may have an unlisted payout: an old one, or one of a closed account. */
async function mayBeThere(
  ctx: Ctx,
  processor: Processor,
  { id, artistId, writtenAt }: WrittenPayout,
): Promise<boolean> {
  const account = artistId === null ? undefined : accountOfArtist(ctx, processor.mode, artistId)
  if (account && account.endedAt !== null) return true
  // Nothing is known any more about an account that was closed before this one replaced it.
  if (account && writtenAt < account.createdAt && artistId !== ownerArtist(ctx)) return true
  // The owner is paid out with the platform, and may once have had an account of their own.
  return (account && (await isThere(ctx, processor, account.accountId, id))) || isThere(ctx, processor, null, id)
}

async function isThere(ctx: Ctx, processor: Processor, accountId: string | null, id: string): Promise<boolean> {
  try {
    await askPayout(ctx, processor, accountId, id)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    if (isOutOfReach(error)) return true
    throw error
  }
}

type Payout = ReturnType<typeof toPayout>

const wantedKeys = ({ id, isReturned }: Payout) => [`PAYOUT ${id}`, ...(isReturned ? [`PAYOUT_FAILURE ${id}`] : [])]

function keysOf(ctx: Ctx, id: string): Set<string> {
  const keys = [`PAYOUT ${id}`, `PAYOUT_FAILURE ${id}`]
  const rows = ctx.db
    .select({ key: ledgerPostings.uniqueKey })
    .from(ledgerPostings)
    .where(and(inArray(ledgerPostings.uniqueKey, keys), isNull(ledgerPostings.orderId)))
    .all()
  return new Set(rows.map(({ key }) => key))
}

async function payoutsOf({ stripe }: Processor, accountId: string | null, sinceMs: number): Promise<Stripe.Payout[]> {
  const whose = accountId === null ? {} : { stripeAccount: accountId }
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: 100 }
  try {
    return await Array.fromAsync(stripe.payouts.list(since, whose))
  } catch (error) {
    // An account that was closed since we last read it can no longer be read.
    if (accountId !== null && isOutOfReach(error)) return []
    throw error
  }
}
