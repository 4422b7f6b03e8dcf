import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { atRateOfSale, isWaiting } from '../order/expected-exchange.ts'
import { ownerArtist } from '../seller/owner-artist.ts'

/**
 * Sums that differ between the platform's account and the ledger, and how many transactions there are not of this deck.
 */
export type BalanceReport = { differences: string[]; unrelated: number }

const toBank = /^payout/

/** Compares the platform's balance transactions since a time, without payouts, with the ledger. */
export async function compareBalance(ctx: Ctx, { stripe, mode }: Processor, sinceMs: number): Promise<BalanceReport> {
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: 100 }
  const lines = (await Array.fromAsync(stripe.balanceTransactions.list(since))).filter(({ type }) => !toBank.test(type))
  const known = knownIds(ctx)
  const ours = lines.filter(({ id, source }) => known.has(id) || known.has(idOf(source)))
  const [here, there] = [platformSums(ctx, mode), sumsOf(ours)]
  for (const refund of await waitingRefunds(stripe, since, known)) {
    const charge = typeof refund.charge === 'object' ? (refund.charge ?? undefined) : undefined
    const { currency, amount } = atRateOfSale(charge, refund.amount) ?? refund
    there.set(currency, (there.get(currency) ?? 0) - amount)
  }
  const currencies = [...new Set([...here.keys(), ...there.keys()])].sort()
  const differences = currencies.flatMap((currency) => {
    const [mine, theirs] = [here.get(currency) ?? 0, there.get(currency) ?? 0]
    if (mine === theirs) return []
    return [`the platform's account has moved by ${theirs} ${currency} at the processor, but by ${mine} in the ledger`]
  })
  return { differences, unrelated: lines.length - ours.length }
}

/**
 * Returns refunds that wait until the balance has their money: they are in the ledger, where what was taken back for them is
 * kept for nobody else, and not in the balance yet.
 */
async function waitingRefunds({ refunds }: Stripe, since: Stripe.RefundListParams, known: ReadonlySet<string>) {
  const all = await Array.fromAsync(refunds.list({ ...since, expand: ['data.charge.balance_transaction'] }))
  return all.filter((refund) => isWaiting(refund) && known.has(refund.id))
}

function sumsOf(lines: readonly Stripe.BalanceTransaction[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { currency, net } of lines) sums.set(currency, (sums.get(currency) ?? 0) + net)
  return sums
}

/** Everything of the processor's that the ledger names. */
function knownIds({ db: { $client: sql } }: Ctx): Set<string> {
  const keys = sql.query<{ key: string }, []>('SELECT unique_key AS key FROM ledger_postings').all()
  return new Set(keys.map(({ key }) => key.split(' ')[1] ?? ''))
}

/**
 * What the platform's account has moved by, by the ledger: for itself, for artists that it owes, for the pools of drops,
 * and for artists who sell through it directly.
 */
function platformSums(ctx: Ctx, mode: Processor['mode']): Map<string, number> {
  const rows = ctx.db.$client
    .query<{ currency: string; total: number }, { mode: string; owner: string }>(
      `SELECT a.currency, sum(e.amount_minor) AS total FROM ledger_entries e
       JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_postings p ON p.id = e.posting_id
       LEFT JOIN orders o ON o.id = p.order_id
       WHERE (o.mode = $mode AND (a.kind IN ('PLATFORM', 'OWED', 'PRIZE_POOL') OR (a.kind = 'ARTIST' AND NOT o.is_sale
         AND a.artist_id = $owner) OR (a.kind = 'ARTIST' AND o.is_sale AND o.seller_account_id IS NULL
         AND (NOT o.is_shared OR EXISTS (SELECT 1 FROM order_parts s
           WHERE s.order_id = o.id AND s.artist_id = a.artist_id AND s.stays)))))
         OR (o.id IS NULL AND a.mode = $mode AND a.kind = 'PLATFORM'
           AND substr(p.unique_key, 15) IN (SELECT id FROM account_fees))
       GROUP BY a.currency`,
    )
    .all({ mode, owner: ownerArtist(ctx) ?? '' })
  return new Map(rows.map(({ currency, total }) => [currency, total]))
}
