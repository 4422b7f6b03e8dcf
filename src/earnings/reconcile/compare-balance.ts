import { and, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { accountFees } from '../../../db/schema/earnings/account-fee.ts'
import { orderParts, orders } from '../../../db/schema/order/order.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { atRateOfSale, isWaiting } from '../../order/post/expected-exchange.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'

/** Sums that differ between platform and ledger, and the transactions of other instances. */
export type BalanceReport = { differences: string[]; unrelated: number }

const toBank = /^payout/

/** Compares the platform's balance transactions since a time, without payouts, with the ledger. */
export async function compareBalance(ctx: Ctx, { stripe, mode }: Processor, sinceMs: number): Promise<BalanceReport> {
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: 100 }
  const lines = (await Array.fromAsync(stripe.balanceTransactions.list(since))).filter(({ type }) => !toBank.test(type))
  const known = knownIds(ctx)
  const ours = lines.filter(({ id, source }) => known.has(id) || known.has(idOf(source)))
  const [here, there] = [platformSums(ctx, mode), sumsOf(ours)]
  for (const refund of await waitingRefunds(stripe, since, known)) {
    const charge = typeof refund.charge === 'object' ? (refund.charge ?? undefined) : undefined
    const { currency, amount } = atRateOfSale(charge, refund.amount) ?? refund
    there.set(currency, (there.get(currency) ?? 0) - amount)
  }
  const currencies = [...new Set([...here.keys(), ...there.keys()])].sort()
  const differences = currencies.flatMap((currency) => {
    const [mine, theirs] = [here.get(currency) ?? 0, there.get(currency) ?? 0]
    if (mine === theirs) return []
    return [
      say('the platform’s account has moved by {theirs} {currency} at the processor, but by {mine} in the ledger', {
        theirs,
        currency,
        mine,
      }),
    ]
  })
  return { differences, unrelated: lines.length - ours.length }
}

/**
 * Returns refunds that wait until the balance has their money: the ledger has them, and reserves
 * what was taken back for them, but the balance does not yet.
 */
async function waitingRefunds({ refunds }: Stripe, since: Stripe.RefundListParams, known: ReadonlySet<string>) {
  const all = await Array.fromAsync(refunds.list({ ...since, expand: ['data.charge.balance_transaction'] }))
  return all.filter((refund) => isWaiting(refund) && known.has(refund.id))
}

function sumsOf(lines: readonly Stripe.BalanceTransaction[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { currency, net } of lines) sums.set(currency, (sums.get(currency) ?? 0) + net)
  return sums
}

function knownIds({ db }: Ctx): Set<string> {
  const keys = db.select({ key: ledgerPostings.uniqueKey }).from(ledgerPostings).all()
  return new Set(keys.map(({ key }) => key.split(' ')[1] ?? ''))
}

/**
 * Returns the movements of the platform's account by the ledger: for itself, for artists whom it
 * owes, for the pools of drops, and for artists who sell through it directly.
 */
function platformSums(ctx: Ctx, mode: Processor['mode']): Map<string, number> {
  const { db } = ctx
  const { kind, artistId, currency } = ledgerAccounts
  const { isSale, isShared, sellerAccountId } = orders
  const isStaying = and(
    eq(orderParts.orderId, orders.id),
    eq(orderParts.artistId, artistId),
    eq(orderParts.stays, true),
  )
  const staying = db.select({ orderId: orderParts.orderId }).from(orderParts).where(isStaying)
  const isOwners = and(eq(isSale, false), eq(artistId, ownerArtist(ctx) ?? ''))
  const isSoldHere = and(eq(isSale, true), isNull(sellerAccountId), or(eq(isShared, false), exists(staying)))
  const isOfOrder = and(
    eq(orders.mode, mode),
    or(inArray(kind, ['PLATFORM', 'VAT', 'OWED', 'PRIZE_POOL']), and(eq(kind, 'ARTIST'), or(isOwners, isSoldHere))),
  )
  const isFee = and(
    isNull(orders.id),
    eq(ledgerAccounts.mode, mode),
    eq(kind, 'PLATFORM'),
    inArray(sql`substr(${ledgerPostings.uniqueKey}, 15)`, db.select({ id: accountFees.id }).from(accountFees)),
  )
  const rows = db
    .select({ currency, total: sql<number>`sum(${ledgerEntries.amountMinor})` })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .leftJoin(orders, eq(orders.id, ledgerPostings.orderId))
    .where(or(isOfOrder, isFee))
    .groupBy(currency)
    .all()
  return new Map(rows.map(({ currency, total }) => [currency, total]))
}
