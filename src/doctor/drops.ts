import { dayMs } from '../lib/calendar.ts'
import { count } from '../lib/count.ts'
import { writeMoney } from '../lib/money.ts'
import type { Check } from './check.ts'

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

const hasEnded = new Set(['PAYING', 'PAID', 'CANCELLED'])

/** Checks that the pools of drops that have ended are empty, and that what is to go back to its payers does. */
export const drops: Check = {
  name: 'drops',
  look(ctx) {
    const { $client: sql } = ctx.db
    const mode = ctx.config.paymentMode
    const found = sql.query<Pool, [string]>(pools).all(mode)
    const wrong = found.filter(({ state, isWaiting }) => hasEnded.has(state) && !isWaiting)
    const waiting = sql.query<{ orderId: string }, [string, number]>(late).all(mode, ctx.now() - dayMs)
    const problems = [
      ...wrong.map(
        ({ campaignId, state, ...sum }) =>
          `the pool of drop ${campaignId}, which is ${state}, holds ${writeMoney(sum)}`,
      ),
      ...waiting.map(({ orderId }) => `what order ${orderId} paid into a drop has not gone back yet`),
    ]
    if (problems.length === 0) return noteOf(found)
    return {
      problem: problems.slice(0, 20).join('; '),
      mend: 'look for the payment of the order at the processor; tapedeck doctor --fix settles what it knows',
    }
  },
}

function noteOf(found: readonly Pool[]) {
  if (found.length === 0) return {}
  const byCurrency = Map.groupBy(found, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, each]) =>
    writeMoney({ currency, amount: each.reduce((sum, { amount }) => sum + amount, 0) }),
  )
  return {
    note: `${sums.join(' and ')} held for ${count(new Set(found.map(({ campaignId }) => campaignId)).size, 'drop')}`,
  }
}
