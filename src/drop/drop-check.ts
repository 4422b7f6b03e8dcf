import { dayMs } from '../lib/calendar.ts'
import { count } from '../lib/count.ts'
import { writeMoney } from '../lib/money.ts'
import type { Check } from '../platform/check.ts'

type Pool = { campaignId: string; state: string; currency: string; amount: number; isWaiting: number }

// A payment that has not settled yet is still in the currency that it was paid in.
const pools = `SELECT c.id AS campaignId, c.state, a.currency, b.amount_minor AS amount,
    EXISTS (SELECT 1 FROM campaign_contributions n JOIN orders o ON o.id = n.order_id WHERE n.campaign_id = c.id
      AND ((n.returning_at IS NOT NULL AND n.returned_at IS NULL) OR o.settled_currency IS NULL)) AS isWaiting
  FROM campaigns c JOIN ledger_accounts a ON a.kind = 'PRIZE_POOL' AND a.artist_id IS NULL AND a.campaign_id = c.id
    JOIN ledger_balances b ON b.account_id = a.id
  WHERE a.mode = ? AND b.amount_minor <> 0`

const late = `SELECT n.order_id AS orderId FROM campaign_contributions n JOIN orders o ON o.id = n.order_id
  WHERE o.mode = ? AND n.returning_at < ? AND n.returned_at IS NULL AND NOT EXISTS (SELECT 1 FROM disputes d
    WHERE d.order_id = n.order_id AND d.ended_at IS NULL AND d.state <> 'INQUIRY')`

const found = `SELECT p.order_id AS orderId, o.thing_id AS campaignId, a.artist_id AS artistId, a.currency,
    e.amount_minor AS amount, replace(p.unique_key, 'PRIZE_FOUND ', '') AS transferId
  FROM ledger_postings p JOIN orders o ON o.id = p.order_id
  JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'OWED'
  WHERE p.kind = 'PRIZE_FOUND' AND o.mode = ? ORDER BY p.id`

type Found = Pick<Pool, 'campaignId' | 'currency' | 'amount'> & { artistId: string; transferId: string }

const hasEnded = new Set(['PAYING', 'PAID', 'CANCELLED'])

/** Checks that the pools of drops that have ended are empty, and that what is to go back to its payers does. */
export const dropCheck: Check = {
  name: 'drops',
  look(ctx) {
    const { $client: sql } = ctx.db
    const mode = ctx.config.paymentMode
    const held = sql.query<Pool, [string]>(pools).all(mode)
    const wrong = held.filter(({ state, isWaiting }) => hasEnded.has(state) && !isWaiting)
    const waiting = sql.query<{ orderId: string }, [string, number]>(late).all(mode, ctx.now() - dayMs)
    const problems = [
      ...wrong.map(
        ({ campaignId, state, ...sum }) =>
          `the pool of drop ${campaignId}, which is ${state}, holds ${writeMoney(sum)}`,
      ),
      ...waiting.map(({ orderId }) => `what order ${orderId} paid into a drop has not gone back yet`),
    ]
    if (problems.length === 0) return noteOf(held, sql.query<Found, [string]>(found).all(mode))
    return {
      problem: problems.slice(0, 20).join('; '),
      mend: 'look for the payment of the order at the processor; tapedeck doctor --fix settles what it knows',
    }
  },
}

function noteOf(held: readonly Pool[], found: readonly Found[]) {
  const notes = [
    ...(held.length === 0 ? [] : [noteOfHeld(held)]),
    ...found.map(
      ({ campaignId, artistId, transferId, ...sum }) =>
        `${transferId} brought ${writeMoney(sum)} of drop ${campaignId} to artist ${artistId}, and the database does not know that they won: it is left to them`,
    ),
  ]
  return notes.length === 0 ? {} : { note: notes.join('; ') }
}

function noteOfHeld(held: readonly Pool[]): string {
  const byCurrency = Map.groupBy(held, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, each]) =>
    writeMoney({ currency, amount: each.reduce((sum, { amount }) => sum + amount, 0) }),
  )
  return `${sums.join(' and ')} held for ${count(new Set(held.map(({ campaignId }) => campaignId)).size, 'drop')}`
}
