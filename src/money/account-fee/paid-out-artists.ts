import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import { stepOf } from '../../lib/price.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { ownerArtist } from '../seller/owner-artist.ts'

/** An artist whose account cost something, by weight, and a sale of theirs that it is written to. */
export type PaidOut = { artistId: string; orderId: string; weight: number }

// What the processor's price list takes of an account in a month, of a payout, and of 10,000 paid out, in US cents.
const ofAccount = 200
const ofPayout = 25
const of10000 = 25

const billedMs = 32 * dayMs

const payouts = `SELECT a.artist_id AS artistId, a.currency, count(*) AS payouts, -sum(e.amount_minor) AS amount
  FROM ledger_postings p JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
  WHERE p.kind = 'PAYOUT' AND a.kind = 'ARTIST' AND a.mode = $mode AND a.artist_id <> $owner
    AND p.created_at BETWEEN $from AND $at GROUP BY a.artist_id, a.currency ORDER BY a.artist_id`
const newestSale = `SELECT o.id FROM orders o JOIN cassets c ON c.id = o.casset_id
  WHERE c.artist_id = $artistId AND o.mode = $mode AND o.state = 'PAID' AND o.settled_currency = $currency
    AND o.seller_account_id IS NOT NULL AND o.is_sale AND NOT o.is_shared ORDER BY o.paid_at DESC, o.id DESC LIMIT 1`

type Row = { artistId: string; currency: string; payouts: number; amount: number }
type Span = { mode: string; owner: string; from: number; at: number }
type OfArtist = { artistId: string; mode: string; currency: string }

/**
 * Returns the artists who were paid out in the month before Connect's bill: each with the fee by the price list, and with a
 * sale of their own that settled in the bill's currency. Artists without such a sale are left out.
 */
export function paidOutArtists(ctx: Ctx, { mode }: Processor, currency: string, atMs: number): PaidOut[] {
  const sql = ctx.db.$client
  const asked = { mode, owner: ownerArtist(ctx) ?? '', from: atMs - billedMs, at: atMs + dayMs }
  const rows = Map.groupBy(sql.query<Row, Span>(payouts).all(asked), ({ artistId }) => artistId)
  return [...rows].flatMap(([artistId, theirs]) => {
    const order = sql.query<{ id: string }, OfArtist>(newestSale).get({ artistId, mode, currency })
    const cents = theirs.reduce((sum, row) => sum + Math.max(0, row.amount * 100) / stepOf(row.currency), 0)
    const count = theirs.reduce((sum, row) => sum + row.payouts, 0)
    const weight = Math.round(ofAccount + ofPayout * count + (of10000 * cents) / 10_000)
    return order ? [{ artistId, orderId: order.id, weight }] : []
  })
}
