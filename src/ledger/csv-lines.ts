import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import { type Days, dayMs } from '../lib/calendar.ts'
import { csvLine, csvMark } from '../lib/csv.ts'
import { decimal, digitsOf } from '../lib/money.ts'
import { type AccountRow, accountsOfArtist, idsOf, lastOfPage } from './account-entries.ts'
import { accountId } from './post.ts'

type Row = {
  at: number
  kind: string
  orderId: string | null
  what: string | null
  net: number
  fee: number
}

type Asked = { account: string; fees: string; after: string; last: string; from: number; until: number }

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
  'gross_minor',
  'fee_minor',
  'net_minor',
] as const

const question = `SELECT p.created_at AS at, p.kind AS kind, p.order_id AS orderId,
    CASE o.kind WHEN 'casset' THEN c.name WHEN 'emoji' THEN ':' || m.shortcode || ':' WHEN 'tip' THEN 'Tip' END AS what,
    sum(e.amount_minor) AS net,
    CASE
      WHEN p.kind IN ('PROCESSOR_FEE', 'PLATFORM_FEE', 'PLATFORM_FEE_REFUND') THEN -sum(e.amount_minor)
      WHEN p.kind = 'DISPUTE' THEN coalesce((SELECT sum(f.amount_minor) FROM ledger_entries f
        WHERE f.posting_id = p.id AND f.account_id = $fees), 0)
      ELSE 0
    END AS fee
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
    LEFT JOIN orders o ON o.id = p.order_id
    LEFT JOIN cassets c ON c.id = o.casset_id
    LEFT JOIN emojis m ON m.id = o.emoji_id
  WHERE e.account_id = $account AND e.posting_id > $after AND e.posting_id <= $last
    AND p.created_at >= $from AND p.created_at < $until
  GROUP BY e.posting_id ORDER BY e.posting_id`

/**
 * Yields an artist's part of the ledger of the present mode in a range of days as lines of a CSV file: one per posting, oldest first, one
 * currency after another. gross - fee = net, and the net amounts sum to the change of the account's balance.
 */
export async function* csvLines(ctx: Ctx, artistId: string, days: Days): AsyncGenerator<string> {
  yield csvMark + csvLine(heads)
  const span = { from: days.from * dayMs, until: (days.to + 1) * dayMs }
  const ids = idsOf(span)
  for (const account of accountsOfArtist(ctx, artistId)) {
    const fees = accountId(ctx, { kind: 'PROCESSOR_FEES' }, account.currency)
    for (let after = ids.after; after < ids.last; ) {
      const last = lastOfPage(ctx, account.id, { ...ids, after }, linesAtOnce) ?? ids.last
      const lines = page(ctx, account, { account: account.id, fees, after, last, ...span })
      if (lines !== '') yield lines
      // Gives other requests a turn while one reads a large ledger.
      await setImmediate()
      after = last
    }
  }
}

function page({ db: { $client: sql }, config }: Ctx, { currency }: AccountRow, asked: Asked): string {
  const digits = digitsOf(currency)
  const lines = sql.query<Row, Asked>(question).all(asked)
  return lines.map((row) => line(row, config.paymentMode, currency, digits)).join('')
}

function line({ at, kind, orderId, what, net, fee }: Row, mode: string, currency: string, digits: number): string {
  const minor = [net + fee, fee, net]
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
