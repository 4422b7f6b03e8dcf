import { and, asc, between, count, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { stepOf } from '../../lib/money/price.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { Processor } from '../../platform/payment/processor.ts'

/** An artist whose account caused costs, by weight, and a sale of theirs to post them to. */
export type PaidOut = { artistId: string; orderId: string; weight: number }

// The processor's prices for an account in a month, a payout, and 10,000 paid out, in US cents.
const centsPerAccount = 200
const centsPerPayout = 25
const centsPer10000 = 25

const billedMs = 32 * dayMs

/** Returns how often and how much artists were paid out in a time, by currency. */
function payoutsOf({ db }: Ctx, mode: Processor['mode'], owner: string, from: number, to: number) {
  const { kind, currency } = ledgerAccounts
  const artistId = sql<string>`${ledgerAccounts.artistId}`
  const isPaidOut = and(eq(ledgerPostings.kind, 'PAYOUT'), between(ledgerPostings.createdAt, from, to))
  return db
    .select({ artistId, currency, payouts: count(), amount: sql<number>`-sum(${ledgerEntries.amountMinor})` })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(isPaidOut, eq(kind, 'ARTIST'), eq(ledgerAccounts.mode, mode), ne(artistId, owner)))
    .groupBy(artistId, currency)
    .orderBy(asc(artistId))
    .all()
}

/** Returns the newest order of one artist alone that settled in a currency. */
function newestSale({ db }: Ctx, artistId: string, mode: Processor['mode'], currency: string) {
  const { id, paidAt, isSale, isShared, sellerAccountId, settledCurrency } = orders
  const isAlone = and(isNotNull(sellerAccountId), eq(isSale, true), eq(isShared, false))
  const isSettled = and(eq(orders.mode, mode), sql`${orders.state} = 'PAID'`, eq(settledCurrency, currency))
  return db
    .select({ id })
    .from(orders)
    .innerJoin(cassets, eq(cassets.id, orders.cassetId))
    .where(and(eq(cassets.artistId, artistId), isSettled, isAlone))
    .orderBy(desc(paidAt), desc(id))
    .limit(1)
    .get()
}

/**
 * Returns the artists who were paid out in the month before Connect's bill: each with the fee by
 * the price list, and with a sale of their own that settled in the bill's currency. Artists without
 * such a sale are left out.
 */
export function paidOutArtists(ctx: Ctx, { mode }: Processor, currency: string, atMs: number): PaidOut[] {
  const rows = payoutsOf(ctx, mode, ownerArtist(ctx) ?? '', atMs - billedMs, atMs + dayMs)
  return [...Map.groupBy(rows, ({ artistId }) => artistId)].flatMap(([artistId, theirs]) => {
    const order = newestSale(ctx, artistId, mode, currency)
    const cents = theirs.reduce((sum, row) => sum + Math.max(0, row.amount * 100) / stepOf(row.currency), 0)
    const count = theirs.reduce((sum, row) => sum + row.payouts, 0)
    const weight = Math.round(centsPerAccount + centsPerPayout * count + (centsPer10000 * cents) / 10_000)
    return order ? [{ artistId, orderId: order.id, weight }] : []
  })
}
