import { and, asc, eq, isNull } from 'drizzle-orm'
import { artists, users } from '../../../db/schema/account/account.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { whereOwner } from '../../account/owner/make-owner.ts'
import type { Ctx } from '../../context.ts'
import { balanceOf } from './account-entries.ts'
import { type Account, accountId, type Posting, post } from './post.ts'

type Money = { amount: number; currency: string }

/**
 * A payout from the processor to a bank. `left` is the amount that left the balance when it is in
 * another currency, and `fee` the processor's fee.
 */
export type Payout = Money & { id: string; isReturned: boolean; left?: Money; fee?: Money & { id: string } }

type Entries = Posting['entries']

const bank: Account = { kind: 'BANK' }

/** Posts a payout, or its return; without an artist the platform's. Called in a transaction. */
export function postPayout(ctx: Ctx, payout: Payout, artistId: string | null): void {
  const { id, isReturned, left, fee } = payout
  const holders = (money: Money): Entries =>
    artistId === null ? ofPlatform(ctx, money) : [[{ kind: 'ARTIST', artistId }, -money.amount]]
  const paid = left ?? payout
  write(ctx, 'PAYOUT', id, paid.currency, [...holders(paid), [bank, paid.amount]])
  if (left) exchangeOnTheWay(ctx, id, left, payout)
  if (fee)
    write(ctx, 'PROCESSOR_FEE', fee.id, fee.currency, [...holders(fee), [{ kind: 'PROCESSOR_FEES' }, fee.amount]])
  if (!isReturned) return
  write(ctx, 'PAYOUT_FAILURE', id, paid.currency, writtenEntries(ctx, `PAYOUT ${id}`))
  if (left) exchangeOnTheWay(ctx, `${id} returned`, payout, left)
}

const write = (ctx: Ctx, kind: Posting['kind'], name: string, currency: string, entries: Entries) =>
  post(ctx, { uniqueKey: `${kind} ${name}`, kind, orderId: null, currency, entries })

function exchangeOnTheWay(ctx: Ctx, name: string, from: Money, to: Money): void {
  for (const { currency, amount } of [{ ...from, amount: -from.amount }, to]) {
    const entries: Entries = [
      [bank, amount],
      [{ kind: 'EXCHANGE' }, -amount],
    ]
    write(ctx, 'EXCHANGE', `${name} ${currency}`, currency, entries)
  }
}

/**
 * The platform's account also contains the owner's own sales: they are paid out first, then the
 * platform's fees.
 */
function ofPlatform(ctx: Ctx, { amount, currency }: Money): Entries {
  const owner = ctx.db
    .select({ artistId: artists.id })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(whereOwner)
    .get()
  if (!owner) return [[{ kind: 'PLATFORM' }, -amount]]
  const held = balanceOf(ctx, accountId(ctx, { kind: 'ARTIST', artistId: owner.artistId }, currency))
  const theirs = Math.max(0, Math.min(amount, held))
  return [
    [{ kind: 'ARTIST', artistId: owner.artistId }, -theirs],
    [{ kind: 'PLATFORM' }, theirs - amount],
  ]
}

/** Returns the entries of a stored posting with their signs reversed. */
function writtenEntries(ctx: Ctx, uniqueKey: string): Entries {
  const { kind, artistId } = ledgerAccounts
  const rows = ctx.db
    .select({ kind, artistId, amount: ledgerEntries.amountMinor })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerPostings.uniqueKey, uniqueKey), isNull(ledgerPostings.orderId)))
    .orderBy(asc(ledgerEntries.position))
    .all()
  return rows.map(({ kind, artistId, amount }) => [
    artistId === null ? { kind: kind === 'BANK' ? 'BANK' : 'PLATFORM' } : { kind: 'ARTIST', artistId },
    -amount,
  ])
}
