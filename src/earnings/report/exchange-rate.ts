import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import type { Ctx } from '../../context.ts'
import { digitsOf } from '../../lib/money/money.ts'

const { placeholder } = sql

type Side = { orderId: string | null; uniqueKey: string; currency: string }

// The other side of an exchange has the same key except for the currency at its end.
const otherSide = prepared((db) => {
  const { id, orderId, uniqueKey } = ledgerPostings
  const [key, cause] = [placeholder('uniqueKey'), placeholder('cause')]
  const isOther = and(
    sql`${orderId} IS ${placeholder('orderId')}`,
    gt(uniqueKey, cause),
    sql`${uniqueKey} < ${cause} || '~'`,
    sql`length(${uniqueKey}) = length(${key})`,
    ne(uniqueKey, key),
  )
  return db
    .select({ id, currency: sql<string>`substr(${uniqueKey}, -3)` })
    .from(ledgerPostings)
    .where(isOther)
})

const exchangedBy = prepared((db) =>
  db
    .select({ amount: sql<number>`abs(${ledgerEntries.amountMinor})` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerEntries.postingId, placeholder('id')), eq(ledgerAccounts.kind, 'EXCHANGE'))),
)

const units = (minor: number, currency: string) => minor / 10 ** digitsOf(currency)

/**
 * Returns the rate of an EXCHANGE posting from its two sides: how much of the other currency one
 * unit of this posting's currency was worth. Six significant digits; null while the other side is
 * not posted.
 */
export function exchangeRate({ db }: Ctx, { id, currency, ...side }: Side & { id: string }): string | null {
  const { orderId, uniqueKey } = side
  const other = otherSide(db).get({ orderId, uniqueKey, cause: uniqueKey.slice(0, -currency.length) })
  const here = exchangedBy(db).get({ id })?.amount
  const there = other && exchangedBy(db).get({ id: other.id })?.amount
  if (!here || !there) return null
  return String(Number((units(there, other.currency) / units(here, currency)).toPrecision(6)))
}
