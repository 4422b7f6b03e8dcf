import type Stripe from 'stripe'
import { hasCollected } from '../../../src/access/collected.ts'
import { type Account, accountId as idOfAccount } from '../../../src/ledger/post.ts'
import { verifyLedger } from '../../../src/ledger/verify-ledger.ts'
import type { Deck } from './deck.ts'
import type { Run } from './steps.ts'

/** What is wrong once everything has quieted: nothing, or sentences. */
export async function faultsOf(run: Run): Promise<string[]> {
  const { ctx } = run.deck
  const left = ctx.db.$client
    .query("SELECT kind || ' is ' || state FROM jobs WHERE kind IN ('process-event', 'refund-duplicate')")
    .values()
  const unheard = ctx.db.$client.query('SELECT type FROM webhook_events WHERE processed_at IS NULL').values()
  return [
    ...verifyLedger(ctx).problems,
    ...left.flat().map((what) => `a job is left: ${what}`),
    ...unheard.flat().map((type) => `an event was not worked on: ${type}`),
    ...(await balanceFaults(run.deck)),
    ...(await orderFaults(run)),
  ]
}

/** What the ledger gives to each who holds money must be what lies in their balance at the processor. */
async function balanceFaults({ ctx, processor: { stripe }, sellers }: Deck): Promise<string[]> {
  const inLedger = (accounts: readonly Account[]) =>
    accounts.reduce((sum, account) => {
      const id = idOfAccount(ctx, account, 'usd')
      const row = ctx.db.$client.query('SELECT sum(amount_minor) FROM ledger_entries WHERE account_id = ?').values(id)
      return sum + Number(row[0]?.[0] ?? 0)
    }, 0)
  const faults: string[] = []
  for (const { person, accountId } of sellers) {
    const balance = await stripe.balance.retrieve({}, accountId === null ? {} : { stripeAccount: accountId })
    const there = [...balance.available, ...balance.pending].reduce((sum, { amount }) => sum + amount, 0)
    const artist: Account = { kind: 'ARTIST', artistId: person.artistId }
    // The platform's balance is its own, what its owner has sold, and what it holds for everybody else.
    const owed = sellers.map(({ person }) => ({ kind: 'OWED', artistId: person.artistId }) as const)
    const here = inLedger(accountId === null ? [{ kind: 'PLATFORM' }, artist, ...owed] : [artist])
    if (here !== there) faults.push(`${person.handle} has ${there} at the processor and ${here} in the ledger`)
  }
  return faults
}

type Row = { userId: string; cassetId: string; state: string; intentId: string; sold: number }

/** Orders must be paid as the processor says, each sold once, and entitle as long as something paid was not taken back. */
async function orderFaults({ deck, buyers }: Run): Promise<string[]> {
  const { ctx, processor } = deck
  const faults: string[] = []
  const live = new Set<string>()
  for (const { userId } of buyers) {
    const rows = ctx.db.$client
      .query<Row, [string]>(
        `SELECT o.user_id AS userId, o.casset_id AS cassetId, o.state, o.payment_intent_id AS intentId,
           (SELECT count(*) FROM ledger_postings WHERE order_id = o.id AND kind = 'SALE') AS sold
         FROM orders o WHERE o.user_id = ? AND o.payment_intent_id IS NOT NULL`,
      )
      .all(userId)
    for (const row of rows) {
      const { isPaid, isOver } = await standingAt(processor.stripe, row.intentId)
      const [state, sold] = [row.state === 'PAID', row.sold]
      if (state !== isPaid || sold !== Number(isPaid)) {
        faults.push(`an order is ${row.state} and sold ${sold} times, paid at the processor: ${isPaid}`)
      }
      if (isPaid && !isOver) live.add(`${row.userId} ${row.cassetId}`)
    }
  }
  for (const { userId } of buyers) {
    for (const { person } of deck.sellers) {
      const [isHeld, isPaid] = [hasCollected(ctx, person.cassetId, userId), live.has(`${userId} ${person.cassetId}`)]
      if (isHeld !== isPaid)
        faults.push(`a casset is ${isHeld ? '' : 'not '}held, but paid and not taken back: ${isPaid}`)
    }
  }
  return faults
}

async function standingAt(stripe: Stripe, id: string): Promise<{ isPaid: boolean; isOver: boolean }> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  const charge = intent.latest_charge
  if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string')
    return { isPaid: false, isOver: false }
  const disputes = await stripe.disputes.list({ payment_intent: id })
  return { isPaid: true, isOver: charge.refunded || disputes.data.some(({ status }) => status === 'lost') }
}
