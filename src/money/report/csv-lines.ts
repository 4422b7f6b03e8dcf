import { edenGC } from 'bun:jsc'
import type { Ctx } from '../../context.ts'
import { type Days, dayMs } from '../../lib/calendar.ts'
import { csvLine, csvMark } from '../../lib/csv.ts'
import { createPace } from '../../lib/pace.ts'
import { type Accounts, idsOf, lastOfPage } from '../ledger/account-entries.ts'
import { goodsOf } from '../order/goods.ts'
import type { Order } from '../order/order.ts'
import { type CsvRow, columns } from './csv-columns.ts'
import { exchangeRate } from './exchange-rate.ts'

type Row = Omit<CsvRow, 'mode' | 'exchangeRate' | 'what'> & { id: string; cassetName: string | null } & Ordered
type Ordered = Pick<Order, 'thingId' | 'subject'> & { goods: Order['kind'] | null }
type Asked = Accounts & { after: string; last: string; from: number; until: number }

// They are written in one step, in about 0.5 ms.
const linesAtOnce = 10

// After a collection the engine sweeps what is dead for up to 10 ms at a time. After small ones there is next to nothing
// to sweep: they take about 1 ms, and less memory.
const pagesToCollect = 100

const question = `SELECT p.id AS id, p.created_at AS at, p.kind AS kind, p.unique_key AS uniqueKey, p.order_id AS orderId,
    $currency AS currency, o.card_country AS cardCountry, o.billing_country AS billingCountry, r.number AS receipt,
    r.price_note AS priceNote, r.tax_note AS taxNote,
    coalesce(c.slug, (SELECT handle FROM artists WHERE id = c.artist_id)) AS seller,
    (SELECT coalesce(handle, lower(a.kind)) FROM ledger_accounts a LEFT JOIN artists ON artists.id = a.artist_id
      WHERE a.id IN ($own, $owed)) AS account,
    (SELECT payout_id FROM paid_out WHERE posting_id = p.id AND holder = iif(o.seller_account_id IS NULL, '',
      coalesce((SELECT artist_id FROM ledger_accounts WHERE id IN ($own, $owed)), ''))) AS paidOut,
    o.kind AS goods, o.thing_id AS thingId, o.subject AS subject, c.name AS cassetName,
    sum(e.amount_minor) AS net,
    iif(p.kind IN ('PROCESSOR_FEE', 'PLATFORM_FEE', 'PLATFORM_FEE_REFUND'), -sum(e.amount_minor), 0) AS fee,
    sum(iif(e.account_id = $owed, e.amount_minor, 0)) AS owed
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
    LEFT JOIN orders o ON o.id = p.order_id
    LEFT JOIN cassets c ON c.id = o.casset_id
    LEFT JOIN receipts r ON r.order_id = p.order_id
  WHERE e.account_id IN ($own, $owed) AND e.posting_id > $after AND e.posting_id <= $last
    AND p.created_at >= $from AND p.created_at < $until
  GROUP BY e.posting_id ORDER BY e.posting_id`

/**
 * Yields what the ledger holds of some accounts in some days, as the lines of a CSV file: one for each posting, oldest
 * first, one holder and currency after another. gross - fee = net. The nets sum to what the holders gained; `owed` is
 * what a posting changed of the part of it that the platform still holds for an artist, which a transfer only moves to
 * their own account.
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
      // A reader who takes everything at once must not keep the others waiting.
      await pace()
      after = last
    }
  }
}

type Jump = { at: number; above: number }

const restored = `SELECT noticed_at AS at, above FROM restores
  WHERE number > 0 AND noticed_at >= $from AND noticed_at < $until ORDER BY number`

/** Returns a line without money for each restore, which tells a tax office why numbers of receipts have a gap (rule 7.18). */
function jumps({ db, config }: Ctx, span: { from: number; until: number }): string[] {
  const rows = db.$client.query<Jump, typeof span>(restored).all(span)
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

function page(ctx: Ctx, asked: Asked): string {
  const mode = ctx.config.paymentMode
  const rows = ctx.db.$client.query<Row, Asked>(question).all(asked)
  return rows
    .map((row) => ({
      ...row,
      mode,
      what: nameOf(ctx, row),
      exchangeRate: row.kind === 'EXCHANGE' ? exchangeRate(ctx, row) : null,
    }))
    .map((row) => csvLine(columns.map(([, cell]) => cell(row))))
    .join('')
}

const nameOf = (ctx: Ctx, { goods, cassetName, ...order }: Row): string | null =>
  goods === null || cassetName === null ? null : goodsOf(ctx)[goods].ledgerName(ctx, { ...order, cassetName })
