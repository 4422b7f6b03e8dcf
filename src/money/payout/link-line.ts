import type Stripe from 'stripe'
import type { Ctx } from '../../context.ts'
import { orderOfIntent } from '../order/order.ts'
import type { Source } from './source-of.ts'

/** A line of the balance that a payout contained: the line, what it comes from, and whose account it is of. */
export type ContainedLine = {
  line: Pick<Stripe.BalanceTransaction, 'id' | 'fee' | 'currency' | 'exchange_rate'>
  source: Source
  holder: string
  payoutId: string
}

const insert = 'INSERT OR IGNORE INTO paid_out (posting_id, holder, payout_id)'

/**
 * What a line of the platform's account moved. Our percent is not the processor's: it follows what it is taken of, or given
 * back with.
 */
const onPlatform = `WITH ours AS (
    SELECT id, kind, unique_key, kind IN ('PLATFORM_FEE', 'PLATFORM_FEE_REFUND') AS isPercent
    FROM ledger_postings WHERE order_id = $orderId
  ), contained AS (SELECT id FROM ours WHERE unique_key = $key OR instr(unique_key, $line) > 0)
  ${insert} SELECT id, '', $payoutId FROM ours WHERE id IN (SELECT id FROM contained)
    OR (isPercent AND (SELECT max(cause.id) FROM ours AS cause
      WHERE cause.id < ours.id AND cause.kind IN ('SALE', 'REFUND', 'REFUND_FAILURE', 'DISPUTE')) IN (SELECT id FROM contained))`

/**
 * What a transfer moved on an artist's account: all of its order that is theirs and that no earlier one has moved. What was
 * posted to the account itself belongs to the line that it names.
 */
const onAccount = `WITH ours AS (
    SELECT p.id, p.kind, p.unique_key, max(a.kind = 'ARTIST') AS isOnAccount FROM ledger_postings p
      JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
    WHERE p.order_id = $orderId AND a.artist_id = $holder GROUP BY p.id
  ), moved AS (SELECT id FROM ours WHERE unique_key = $key)
  ${insert} SELECT id, $holder, $payoutId FROM ours
    WHERE unique_key = $key OR instr(unique_key, $line) > 0
      OR (NOT isOnAccount AND id < (SELECT id FROM moved) AND id > coalesce((SELECT max(id) FROM ours
        WHERE kind IN ('TRANSFER', 'TRANSFER_REVERSAL') AND id < (SELECT id FROM moved)), ''))`

// The words of the index of transfers.
const transferred = `SELECT order_id AS orderId FROM ledger_postings
  WHERE unique_key = ? AND kind IN ('TRANSFER', 'TRANSFER_REVERSAL')`

function orderOf(ctx: Ctx, { key, intentId }: Source): string | undefined {
  if (intentId) return orderOfIntent(ctx, intentId)?.id
  return ctx.db.$client.query<{ orderId: string }, [string]>(transferred).get(key)?.orderId
}

/**
 * Writes down that a payout contained what the ledger has of a line. Called in a transaction. Returns whether the ledger
 * lacks something of it that it should have.
 */
export function linkLine(ctx: Ctx, { line, source, holder, payoutId }: ContainedLine): { isMissing: boolean } {
  const { $client: sql } = ctx.db
  const { key, isOthers } = source
  const orderId = orderOf(ctx, source)
  if (orderId === undefined) return { isMissing: !isOthers }
  const { id, fee, currency, exchange_rate: rate } = line
  const asked = { orderId, key, line: id, payoutId }
  if (holder === '') sql.query(onPlatform).run(asked)
  else sql.query(onAccount).run({ ...asked, holder })
  const posting = sql.query('SELECT 1 FROM ledger_postings WHERE order_id = ? AND unique_key = ?')
  // The processor may tell the fee and the exchange of a payment later than the payment.
  const costs = fee === 0 ? [] : [`PROCESSOR_FEE ${id}`]
  const keys = [key, ...costs, ...(rate === null ? [] : [`EXCHANGE ${id} ${currency}`])]
  return { isMissing: keys.some((each) => posting.get(orderId, each) === null) }
}
