import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import { type Days, dayMs } from '../lib/calendar.ts'
import { csvLine, csvMark } from '../lib/csv.ts'
import { decimal, digitsOf } from '../lib/money.ts'
import { type Accounts, accountsOfArtist, idsOf, lastOfPage } from './account-entries.ts'

type Row = {
  at: number
  kind: string
  orderId: string | null
  what: string | null
  net: number
  fee: number
  owed: number
}

type Asked = { own: string; owed: string; after: string; last: string; from: number; until: number }

const linesAtOnce = 1_000

const heads = [
  'date',
  'kind',
  'what',
  'order',
  'mode',
  'currency',
  'gross',
  'fee',
  'net',
  'owed',
  'gross_minor',
  'fee_minor',
  'net_minor',
  'owed_minor',
] as const

const question = `SELECT p.created_at AS at, p.kind AS kind, p.order_id AS orderId,
    CASE o.kind WHEN 'casset' THEN c.name WHEN 'emoji' THEN ':' || m.shortcode || ':' WHEN 'tip' THEN 'Tip' END AS what,
    sum(e.amount_minor) AS net,
    iif(p.kind IN ('PROCESSOR_FEE', 'PLATFORM_FEE', 'PLATFORM_FEE_REFUND'), -sum(e.amount_minor), 0) AS fee,
    sum(iif(e.account_id = $owed, e.amount_minor, 0)) AS owed
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
    LEFT JOIN orders o ON o.id = p.order_id
    LEFT JOIN cassets c ON c.id = o.casset_id
    LEFT JOIN emojis m ON m.id = o.emoji_id
  WHERE e.account_id IN ($own, $owed) AND e.posting_id > $after AND e.posting_id <= $last
    AND p.created_at >= $from AND p.created_at < $until
  GROUP BY e.posting_id ORDER BY e.posting_id`

/**
 * What the ledger holds of an artist's money in some days, as the lines of a CSV file: one for each posting, oldest
 * first, one currency after another. gross - fee = net. The nets sum to what the artist gained; `owed` is what a posting
 * changed of the part of it that the platform still holds for them, which a transfer only moves to their own account.
 */
export async function* csvLines(ctx: Ctx, artistId: string, days: Days): AsyncGenerator<string> {
  yield csvMark + csvLine(heads)
  const span = { from: days.from * dayMs, until: (days.to + 1) * dayMs }
  const ids = idsOf(span)
  for (const accounts of accountsOfArtist(ctx, artistId)) {
    for (let after = ids.after; after < ids.last; ) {
      const last = lastOfPage(ctx, accounts, { ...ids, after }, linesAtOnce) ?? ids.last
      const lines = page(ctx, accounts, { own: accounts.own, owed: accounts.owed, after, last, ...span })
      if (lines !== '') yield lines
      // A reader who takes everything at once must not keep the others waiting.
      await setImmediate()
      after = last
    }
  }
}

function page({ db: { $client: sql }, config }: Ctx, { currency }: Accounts, asked: Asked): string {
  const digits = digitsOf(currency)
  const lines = sql.query<Row, Asked>(question).all(asked)
  return lines.map((row) => line(row, config.paymentMode, currency, digits)).join('')
}

function line(
  { at, kind, orderId, what, net, fee, owed }: Row,
  mode: string,
  currency: string,
  digits: number,
): string {
  const minor = [net + fee, fee, net, owed]
  return csvLine([
    new Date(at).toISOString(),
    kind,
    what ?? '',
    orderId ?? '',
    mode,
    currency.toUpperCase(),
    ...minor.map((amount) => decimal(amount, digits)),
    ...minor.map(String),
  ])
}
