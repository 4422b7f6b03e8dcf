import { count, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'

/** Returns a query of the sum and the number of entries whose postings and accounts meet this. */
export const sumOfEntries = (db: Db, which: SQL | undefined) =>
  db
    .select({ amount: sql<number>`coalesce(sum(${ledgerEntries.amountMinor}), 0)`, entries: count() })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(which)
