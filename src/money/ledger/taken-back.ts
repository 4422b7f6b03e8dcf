import { type SQL, sql } from 'drizzle-orm'
import {
  ledgerAccounts as account,
  ledgerEntries as entry,
  ledgerPostings as posting,
} from '../../../db/schema/money/ledger.ts'
import { orders } from '../../../db/schema/money/order.ts'

/** Returns the sum of an order's entries that match a condition. */
const moved = (where: SQL) => sql<number>`(SELECT coalesce(sum(${entry.amountMinor}), 0) FROM ${posting}
  JOIN ${entry} ON ${entry.postingId} = ${posting.id} JOIN ${account} ON ${account.id} = ${entry.accountId}
  WHERE ${posting.orderId} = ${orders.id} AND ${where})`

const newest = (kind: 'REFUND' | 'REFUND_FAILURE') => sql`(SELECT coalesce(max(${posting}.rowid), 0) FROM ${posting}
  WHERE ${posting.orderId} = ${orders.id} AND ${posting.kind} = ${kind})`

/** Columns for a query of orders: what went back of each, by the ledger. */
export const takenBack = {
  /** Refunded and not sent back by the buyer's bank. */
  refundedMinor: moved(sql`${account.kind} = 'REFUNDS'`),
  /** Taken by disputes that are open or lost. */
  disputedMinor: moved(sql`${posting.kind} = 'DISPUTE' AND ${account.kind} = 'BUYERS'`),
  /** Number of refunds so far. */
  refunds: sql<number>`(SELECT count(*) FROM ${posting} WHERE ${posting.orderId} = ${orders.id}
    AND ${posting.kind} = 'REFUND')`,
  /** When the latest refund failed; null when none failed or another refund followed. */
  refundFailedAt: sql<number | null>`(SELECT max(${posting.createdAt}) FROM ${posting}
    WHERE ${posting.orderId} = ${orders.id} AND ${posting.kind} = 'REFUND_FAILURE'
    AND ${newest('REFUND_FAILURE')} > ${newest('REFUND')})`,
}
