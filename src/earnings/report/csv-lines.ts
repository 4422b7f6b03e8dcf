import { edenGC } from 'bun:jsc'
import { and, asc, type Column, eq, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { receipts, restores } from '../../../db/schema/books/receipt.ts'
import { vatLines } from '../../../db/schema/books/vat.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { paidOut } from '../../../db/schema/earnings/payout.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { type Accounts, idsOf, lastOfPage } from '../../books/ledger/account-entries.ts'
import type { Ctx } from '../../context.ts'
import { csvLine, csvMark } from '../../lib/text/csv.ts'
import { type Days, dayMs } from '../../lib/time/calendar.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { goodsOf } from '../../order/goods.ts'
import { columns } from './csv-columns.ts'
import { exchangeRate } from './exchange-rate.ts'
import { vatShare } from './vat-share.ts'

const { placeholder } = sql

type LineRange = Accounts & { after: string; last: string; from: number; until: number }

// A batch is written in one step of about 0.5 ms.
const linesAtOnce = 10

// After a garbage collection the engine sweeps dead objects for up to 10 ms at a time. After small
// collections there is next to nothing to sweep: they take about 1 ms, and less memory.
const pagesToCollect = 100

const inAccounts = (column: Column) => inArray(column, [placeholder('own'), placeholder('owed')])

const holder = prepared((db) =>
  db
    .select({
      artistId: ledgerAccounts.artistId,
      account: sql<string>`coalesce(${artists.handle}, lower(${ledgerAccounts.kind}))`,
    })
    .from(ledgerAccounts)
    .leftJoin(artists, eq(artists.id, ledgerAccounts.artistId))
    .where(inAccounts(ledgerAccounts.id)),
)

const linesOf = prepared((db) => {
  const { id, createdAt, kind, uniqueKey, orderId } = ledgerPostings
  const { postingId, accountId, amountMinor, position } = ledgerEntries
  const net = sql<number>`sum(${amountMinor})`
  const isFee = inArray(kind, ['PROCESSOR_FEE', 'PLATFORM_FEE', 'PLATFORM_FEE_REFUND'])
  const whose = sql`iif(${orders.sellerAccountId} IS NULL, '', ${placeholder('artistId')})`
  return db
    .select({
      id,
      at: createdAt,
      kind,
      uniqueKey,
      orderId,
      cardCountry: orders.cardCountry,
      billingCountry: orders.billingCountry,
      receipt: receipts.number,
      code: orders.discountCode,
      priceNote: receipts.priceNote,
      taxNote: receipts.taxNote,
      seller: sql<string | null>`coalesce(${cassets.slug}, ${artists.handle})`,
      paidOut: paidOut.payoutId,
      goods: orders.kind,
      thingId: orders.thingId,
      subject: orders.subject,
      cassetName: cassets.name,
      vatCountry: vatLines.country,
      vatBasisPoints: vatLines.basisPoints,
      vatGross: vatLines.grossMinor,
      vatMinor: vatLines.vatMinor,
      position: sql<number>`max(${position})`,
      net,
      fee: sql<number>`iif(${isFee}, -${net}, 0)`,
      owed: sql<number>`sum(iif(${accountId} = ${placeholder('owed')}, ${amountMinor}, 0))`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(id, postingId))
    .leftJoin(orders, eq(orders.id, orderId))
    .leftJoin(cassets, eq(cassets.id, orders.cassetId))
    .leftJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(receipts, eq(receipts.orderId, orderId))
    .leftJoin(vatLines, eq(vatLines.postingId, id))
    .leftJoin(paidOut, and(eq(paidOut.postingId, id), eq(paidOut.holder, whose)))
    .where(
      and(
        inAccounts(accountId),
        gt(postingId, placeholder('after')),
        lte(postingId, placeholder('last')),
        gte(createdAt, placeholder('from')),
        lt(createdAt, placeholder('until')),
      ),
    )
    .groupBy(postingId)
    .orderBy(asc(postingId))
})

type Row = ReturnType<ReturnType<typeof linesOf>['all']>[number]

/**
 * Yields the ledger of some accounts in some days, as the lines of a CSV file: one for each
 * posting, oldest first, one holder and currency after another. gross - fee = net. The nets sum to
 * the holders' gain; `owed` is the change in what the platform owes an artist, which a transfer
 * only moves to their own account.
 */
export async function* csvLines(ctx: Ctx, holders: Iterable<Accounts>, days: Days): AsyncGenerator<string> {
  yield csvMark + csvLine(columns.map(([name]) => name))
  const span = { from: days.from * dayMs, until: (days.to + 1) * dayMs }
  for (const line of jumps(ctx, span)) yield line
  const ids = idsOf(span)
  let pages = 0
  const pace = createPace(ctx.monotonicMs)
  for (const accounts of holders) {
    for (let after = ids.after; after < ids.last; ) {
      const last = lastOfPage(ctx, accounts, { ...ids, after }, linesAtOnce) ?? ids.last
      const lines = page(ctx, { ...accounts, after, last, ...span })
      if (lines !== '') yield lines
      pages += 1
      if (pages % pagesToCollect === 0) edenGC()
      // A fast reader must not keep the others waiting.
      await pace()
      after = last
    }
  }
}

/**
 * Returns a line without money for each restore, which explains the gap in receipt numbers to a tax
 * office (rule: receipt-numbers).
 */
function jumps({ db, config }: Ctx, span: { from: number; until: number }): string[] {
  const { number, noticedAt, above } = restores
  const rows = db
    .select({ at: noticedAt, above })
    .from(restores)
    .where(and(gt(number, 0), gte(noticedAt, span.from), lt(noticedAt, span.until)))
    .orderBy(asc(number))
    .all()
  return rows.map(({ at, above }) => {
    const what = `Receipts go on above number ${above}: the site was restored from a backup`
    const cells = new Map([
      ['date', new Date(at).toISOString()],
      ['kind', 'RESTORE'],
      ['what', what],
      ['mode', config.paymentMode],
      ...['gross_minor', 'fee_minor', 'net_minor', 'owed_minor'].map((name) => [name, '0'] as const),
    ])
    return csvLine(columns.map(([name]) => cells.get(name) ?? ''))
  })
}

function page(ctx: Ctx, asked: LineRange): string {
  const { artistId = null, account = '' } = holder(ctx.db).get(asked) ?? {}
  const rows = linesOf(ctx.db).all({ ...asked, artistId: artistId ?? '' })
  return rows
    .map((row) => ({ ...row, mode: ctx.config.paymentMode, currency: asked.currency, account }))
    .map((row) => ({
      ...row,
      what: nameOf(ctx, row),
      vat: vatShare(ctx, row),
      exchangeRate: row.kind === 'EXCHANGE' ? exchangeRate(ctx, row) : null,
    }))
    .map((row) => csvLine(columns.map(([, cell]) => cell(row))))
    .join('')
}

const nameOf = (ctx: Ctx, { goods, cassetName, ...order }: Row): string | null =>
  goods === null || cassetName === null ? null : goodsOf(ctx)[goods].ledgerName(ctx, { ...order, cassetName })
