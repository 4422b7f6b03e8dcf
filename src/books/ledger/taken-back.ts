import { and, count, eq, gt, max, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { orders } from '../../../db/schema/order/order.ts'

const { orderId, kind, createdAt } = ledgerPostings
const isOfOrder = eq(orderId, orders.id)

/** Returns columns for a query of orders: the money returned of each, by the ledger. */
export function takenBack(db: Db) {
  const moved = (which: SQL | undefined) =>
    sql<number>`${db
      .select({ sum: sql`coalesce(sum(${ledgerEntries.amountMinor}), 0)` })
      .from(ledgerPostings)
      .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(and(isOfOrder, which))}`
  const newest = (of: 'REFUND' | 'REFUND_FAILURE') =>
    db
      .select({ row: sql`coalesce(max(rowid), 0)` })
      .from(ledgerPostings)
      .where(and(isOfOrder, eq(kind, of)))
  const refunds = db
    .select({ refunds: count() })
    .from(ledgerPostings)
    .where(and(isOfOrder, eq(kind, 'REFUND')))
  const failedAt = db
    .select({ at: max(createdAt) })
    .from(ledgerPostings)
    .where(and(isOfOrder, eq(kind, 'REFUND_FAILURE'), gt(sql`${newest('REFUND_FAILURE')}`, sql`${newest('REFUND')}`)))
  return {
    /** Refunded, excluding refunds that the buyer's bank sent back. */
    refundedMinor: moved(eq(ledgerAccounts.kind, 'REFUNDS')),
    /** Taken by disputes that are open or lost. */
    disputedMinor: moved(and(eq(kind, 'DISPUTE'), eq(ledgerAccounts.kind, 'BUYERS'))),
    /** Number of refunds so far. */
    refunds: sql<number>`${refunds}`,
    /** When the latest refund failed; null when none failed or another refund followed. */
    refundFailedAt: sql<number | null>`${failedAt}`,
  }
}
