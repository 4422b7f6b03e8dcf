import { and, count, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import { except, type SQLiteTable, unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { orders, owedParts } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'

export type LedgerReport = { postings: number; entries: number; problems: string[] }

const shown = 5
const most = shown + 1

const { postingId, accountId, amountMinor } = ledgerEntries
const { artistId, currency, kind, mode } = ledgerAccounts
const sum = sql<number>`sum(${amountMinor})`

type FaultyRow = { id: string }
type Problem = { problem: () => string; find(db: Db): FaultyRow[] }

const unbalancedPostings = (db: Db): FaultyRow[] =>
  db.select({ id: postingId }).from(ledgerEntries).groupBy(postingId).having(ne(sum, 0)).limit(most).all()

function unbalancedCurrencies(db: Db): FaultyRow[] {
  const each = db
    .select({ accountId, total: sum.as('total') })
    .from(ledgerEntries)
    .groupBy(accountId)
    .as('each_account')
  return db
    .select({ id: currency })
    .from(each)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, each.accountId))
    .groupBy(mode, currency)
    .having(sql`sum(${each.total}) <> 0`)
    .limit(most)
    .all()
}

function wrongSales(db: Db): FaultyRow[] {
  const posted = sql`coalesce(sum(iif(${mode} = ${orders.mode}, ${amountMinor}, 0)), 0)`
  return db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(ledgerPostings, and(eq(ledgerPostings.orderId, orders.id), eq(ledgerPostings.kind, 'SALE')))
    .leftJoin(ledgerEntries, and(eq(postingId, ledgerPostings.id), gt(amountMinor, 0)))
    .leftJoin(ledgerAccounts, eq(ledgerAccounts.id, accountId))
    .where(and(eq(orders.state, 'PAID'), ne(orders.mode, 'free')))
    .groupBy(orders.id)
    .having(ne(posted, orders.amountMinor))
    .limit(most)
    .all()
}

function wrongParts(db: Db): FaultyRow[] {
  const kept = db
    .select({
      orderId: sql<string>`${owedParts.orderId}`.as('order_id'),
      artistId: owedParts.artistId,
      currency: owedParts.currency,
      kept: sql<number>`${owedParts.amountMinor}`.as('kept'),
      posted: sql<number>`0`.as('posted'),
    })
    .from(owedParts)
  const posted = db
    .select({
      orderId: sql<string>`${ledgerPostings.orderId}`.as('order_id'),
      artistId: sql<string>`${artistId}`,
      currency,
      kept: sql<number>`0`.as('kept'),
      posted: sql<number>`${amountMinor}`.as('posted'),
    })
    .from(ledgerAccounts)
    .innerJoin(ledgerEntries, eq(accountId, ledgerAccounts.id))
    .innerJoin(ledgerPostings, eq(ledgerPostings.id, postingId))
    .where(eq(kind, 'OWED'))
  const part = unionAll(kept, posted).as('part')
  // For an undelivered order an artist owes its costs, and is owed nothing.
  const due = sql`iif(${orders.state} = 'UNDELIVERED', min(sum(${part.posted}), 0), sum(${part.posted}))`
  return db
    .select({ id: part.orderId })
    .from(part)
    .innerJoin(orders, eq(orders.id, part.orderId))
    .groupBy(sql`${part.orderId}`, part.artistId, part.currency)
    .having(sql`sum(${part.kept}) <> ${due}`)
    .limit(most)
    .all()
}

const salesOfNothing = (db: Db): FaultyRow[] =>
  db
    .select({ id: ledgerPostings.id })
    .from(ledgerPostings)
    .leftJoin(orders, and(eq(orders.id, ledgerPostings.orderId), inArray(orders.state, ['PAID', 'UNDELIVERED'])))
    .where(and(eq(ledgerPostings.kind, 'SALE'), isNull(orders.id)))
    .limit(most)
    .all()

const ofPostings = (db: Db) => db.select({ id: ledgerPostings.id }).from(ledgerPostings)
const ofEntries = (db: Db) => db.select({ id: postingId }).from(ledgerEntries)

const checks: readonly Problem[] = [
  { problem: () => say('postings do not sum to zero'), find: unbalancedPostings },
  { problem: () => say('currencies do not sum to zero'), find: unbalancedCurrencies },
  {
    problem: () => say('entries belong to no posting'),
    find: (db) => except(ofEntries(db), ofPostings(db)).limit(most).all(),
  },
  {
    problem: () => say('postings have no entries'),
    find: (db) => except(ofPostings(db), ofEntries(db)).limit(most).all(),
  },
  { problem: () => say('paid orders have no sale or another amount in the ledger'), find: wrongSales },
  { problem: () => say('orders owe artists another amount than the ledger'), find: wrongParts },
  { problem: () => say('sales belong to no paid order'), find: salesOfNothing },
]

/** Compares the sums with the orders. Returns at most five examples of each problem. */
export function verifyLedger({ db }: Ctx): LedgerReport {
  const rowsOf = (table: SQLiteTable) => db.select({ rows: count() }).from(table).get()?.rows ?? 0
  const problems = checks.flatMap(({ problem, find }) => {
    const ids = find(db).map(({ id }) => id)
    if (ids.length === 0) return []
    const some = `${problem()}: ${ids.slice(0, shown).join(', ')}`
    return [ids.length > shown ? say('{some} and more ## a list', { some }) : some]
  })
  return { postings: rowsOf(ledgerPostings), entries: rowsOf(ledgerEntries), problems }
}
