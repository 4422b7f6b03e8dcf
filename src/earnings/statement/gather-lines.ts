import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerDays, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { statementSums, statements } from '../../../db/schema/earnings/statement.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { idsOf } from '../../books/ledger/account-entries.ts'
import { readWaiting, waitingIn } from '../../books/ledger/read-owed.ts'
import type { Ctx } from '../../context.ts'
import { dayAt } from '../../lib/time/calendar.ts'
import { type Month, monthBeside, startOfMonth } from '../../lib/time/month.ts'
import { partOf } from './part-of.ts'
import type { StatementLine } from './statement.ts'

const { placeholder } = sql

// A page takes about 2 ms.
const entriesAtOnce = 500

const entriesOf = prepared((db) => {
  const { postingId, accountId, amountMinor } = ledgerEntries
  const { createdAt, kind } = ledgerPostings
  return db
    .select({ id: postingId, amountMinor, kind, goods: orders.kind, paidAt: orders.paidAt })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.id, postingId))
    .leftJoin(orders, eq(orders.id, ledgerPostings.orderId))
    .where(
      and(
        eq(accountId, placeholder('account')),
        gt(postingId, placeholder('after')),
        lte(postingId, placeholder('last')),
        gte(createdAt, placeholder('from')),
        lt(createdAt, placeholder('until')),
      ),
    )
    .orderBy(asc(postingId))
    .limit(entriesAtOnce)
})

const balanceBefore = prepared((db) =>
  db
    .select({ minor: sql<number>`coalesce(sum(${ledgerDays.amountMinor}), 0)` })
    .from(ledgerDays)
    .where(and(eq(ledgerDays.accountId, placeholder('account')), lt(ledgerDays.day, placeholder('day')))),
)

const lastClosing = prepared((db) =>
  db
    .select({ minor: statementSums.closingMinor })
    .from(statements)
    .innerJoin(
      statementSums,
      and(eq(statementSums.statementId, statements.id), eq(statementSums.currency, placeholder('currency'))),
    )
    .where(
      and(
        eq(statements.artistId, placeholder('artistId')),
        eq(statements.mode, placeholder('mode')),
        lt(statements.month, placeholder('month')),
      ),
    )
    .orderBy(sql`${statements.month} DESC`)
    .limit(1),
)

const owedAccounts = prepared((db) =>
  db
    .select({ id: ledgerAccounts.id, currency: ledgerAccounts.currency })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.artistId, placeholder('artistId')),
        eq(ledgerAccounts.mode, placeholder('mode')),
        eq(ledgerAccounts.kind, 'OWED'),
      ),
    )
    .orderBy(asc(ledgerAccounts.currency)),
)

export type GatheredSums = {
  currency: string
  openingMinor: number
  closingMinor: number
  lines: StatementLine[]
  waiting: ReturnType<typeof waitingIn>
}

/**
 * Returns, by currency, the changes in a month of what the owner of the instance owed an artist;
 * nothing for a currency without any. The month begins with the end of the last statement, and ends
 * with what the ledger says; an amount posted to an earlier month after its statement is a
 * correction. How much of the end waits is read now, not as of that day (rule: statements).
 */
export async function gatherLines(ctx: Ctx, artistId: string, month: Month): Promise<GatheredSums[]> {
  const { paymentMode: mode } = ctx.config
  const span = { from: startOfMonth(month), until: startOfMonth(monthBeside(month, 1)) }
  const gathered: GatheredSums[] = []
  const waits = readWaiting(ctx, artistId, mode, span.until)
  for (const { id: account, currency } of owedAccounts(ctx.db).all({ artistId, mode })) {
    const lines = await linesOf(ctx, account, span)
    const before = (ms: number) => balanceBefore(ctx.db).get({ account, day: dayAt(ms) })?.minor ?? 0
    const openingMinor = lastClosing(ctx.db).get({ artistId, mode, month, currency })?.minor ?? before(span.from)
    const closingMinor = before(span.until)
    const told = lines.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor)
    if (told !== closingMinor) lines.push({ heading: 'LATE', isCorrection: true, amountMinor: closingMinor - told })
    const waiting = waitingIn(waits, currency)
    if (lines.length > 0) gathered.push({ currency, openingMinor, closingMinor, lines, waiting })
  }
  return gathered
}

async function linesOf(ctx: Ctx, account: string, span: { from: number; until: number }): Promise<StatementLine[]> {
  const sums = new Map<string, StatementLine>()
  const ids = idsOf(span)
  for (let after = ids.after; ; ) {
    const rows = entriesOf(ctx.db).all({ account, after, last: ids.last, ...span })
    for (const { amountMinor, kind, goods, paidAt } of rows) {
      const heading = kind === 'SALE' && goods !== null ? goods : kind
      const isCorrection = paidAt !== null && paidAt < span.from && partOf(heading) !== 'transfers'
      const key = `${heading} ${isCorrection}`
      const known = sums.get(key)
      sums.set(key, { heading, isCorrection, amountMinor: (known?.amountMinor ?? 0) + amountMinor })
    }
    const last = rows.at(-1)
    if (!last || rows.length < entriesAtOnce) return [...sums.values()]
    after = last.id
    await setImmediate()
  }
}
