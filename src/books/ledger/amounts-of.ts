import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import type { Ctx } from '../../context.ts'

const ofOrder = prepared((db) =>
  db
    .select({ key: ledgerPostings.uniqueKey, moved: sql<number>`abs(${ledgerEntries.amountMinor})` })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    // One side has a single entry; the other may have several artists.
    .where(and(eq(ledgerPostings.orderId, sql.placeholder('orderId')), eq(ledgerEntries.position, 0))),
)

/** Returns the amount that each posting of an order moved, by the posting's key. */
export function amountsOf({ db }: Ctx, orderId: string): Map<string, number> {
  const rows = ofOrder(db).all({ orderId })
  return new Map(rows.map(({ key, moved }) => [key, moved]))
}
