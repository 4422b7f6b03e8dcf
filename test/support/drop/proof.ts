import { campaignTransitions } from '../../../src/drop/move-campaign.ts'
import { add, heldBy, type PaymentStatement, readStatement, type Statement, type Sums } from '../earnings/statement.ts'
import { ledgerSums } from '../order/order-rows.ts'
import type { DropRun } from './perform.ts'
import { platformFaults, sentTo, shareFaults } from './share-proof.ts'

type Row = { id: string; state: keyof typeof campaignTransitions; artistId: string }

const dropOf = ({ intent }: PaymentStatement) => intent.metadata.thingId

/**
 * Returns what is wrong in the end, by what the processor has of each payment, transfer and refund.
 */
export async function faultsOf(run: DropRun): Promise<string[]> {
  const statement = await readStatement(run.deck.processor)
  const held = await heldBy(run.deck.processor)
  const rows = run.deck.ctx.db.$client.query<Row, []>('SELECT id, state, artist_id AS artistId FROM campaigns').all()
  const sums = ledgerSums(run.deck.ctx)
  const faults = rows.flatMap((row) => [
    ...ofMoves(run, row),
    ...ofDrop(run, row, statement, held),
    ...shareFaults(run, row, statement, sums),
  ])
  return [...faults, ...platformFaults(run, statement, held, sums)]
}

/** Every move is in the table, and they lead from a draft to where the drop stands. */
function ofMoves({ deck }: DropRun, { id, state }: Row): string[] {
  const moves = deck.ctx.db.$client
    .query<{ from: Row['state']; to: Row['state'] }, [string]>(
      'SELECT from_state AS "from", to_state AS "to" FROM campaign_moves WHERE campaign_id = ? ORDER BY id',
    )
    .all(id)
  let at: Row['state'] = 'DRAFT'
  for (const { from, to } of moves) {
    if (from !== at || !campaignTransitions[from].includes(to))
      return [`drop ${id} went from ${at} over ${from} to ${to}`]
    at = to
  }
  return at === state ? [] : [`drop ${id} is ${state}, and its moves end at ${at}`]
}

const sumIn = (sums: Sums, currency: string) => sums.get(currency) ?? 0

/**
 * A winner waits for what a bank took and its payer still owes: the platform's account does not
 * have it.
 */
function waitsForMoney({ deck }: DropRun, id: string, held: Sums): boolean {
  const waiting = deck.ctx.db.$client
    .query<{ currency: string; amount: number }, [string]>(
      `SELECT p.currency, p.amount_minor AS amount FROM owed_parts p JOIN orders o ON o.id = p.order_id
       WHERE o.thing_id = ? AND p.amount_minor > 0`,
    )
    .all(id)
  return waiting.some(({ currency, amount }) => amount > sumIn(held, currency))
}

function ofDrop(run: DropRun, { id, state, artistId }: Row, statement: Statement, held: Sums): string[] {
  const payments = statement.payments.filter((payment) => dropOf(payment) === id)
  const faults: string[] = []
  const isOver = state === 'PAID' || state === 'CANCELLED'
  const isShort = waitsForMoney(run, id, held)
  if (payments.length > 0 && !isOver && run.deck.movesClock && !isShort)
    faults.push(`drop ${id} was funded and ends as ${state}`)
  for (const payment of payments) {
    const { settled, intent } = payment
    const came = sumIn(payment.came, settled.currency)
    const sent = sentTo(statement, payment)
    const total = [...sent.values()].reduce((sum, amount) => sum + amount, 0)
    const told = `${intent.id} of drop ${id} (${state}; ${settled.net} ${settled.currency} settled, ${came} left)`
    const { isClean } = payment
    // Nobody gets more than the processor leaves, and when a bank took that back, only what could
    // not be recovered.
    if (total > Math.max(0, came) && isClean) faults.push(`${told} sent ${total}`)
    const strangers = [...sent].filter(([who, amount]) => amount > 0 && who !== artistId)
    const refunds = statement.refunds.filter(
      ({ payment_intent: of, status }) => of === intent.id && status !== 'failed' && status !== 'canceled',
    )
    if (strangers.length > 0 && state === 'CANCELLED')
      faults.push(`${told} sent something to ${strangers.length} winners`)
    if (strangers.length > 0 && refunds.length > 0) faults.push(`${told} was both sent and refunded`)
    const isSame = settled.currency === intent.currency
    // A restored copy refunds also what a bank has given back since: it learns that at once.
    if (isSame && isClean && refunds.length > 1 && run.restores === 0)
      faults.push(`${told} was refunded ${refunds.length} times`)
  }
  if (isOver && run.deck.movesClock) faults.push(...leftOver(id, state, payments, held, isShort))
  return faults
}

/**
 * All that came of a drop's payments is gone: to winners, back to its payer, or, as long as no bank
 * took any back, to fees.
 */
function leftOver(
  id: string,
  state: string,
  payments: readonly PaymentStatement[],
  held: Sums,
  isShort: boolean,
): string[] {
  const sums: Sums = new Map()
  for (const { moved } of payments) for (const [currency, amount] of moved) add(sums, currency, amount)
  const isClean = payments.every((payment) => payment.isClean)
  const isSame = payments.every(({ settled, intent }) => settled.currency === intent.currency)
  // Money that somebody else owes for a dispute cannot be sent. A part waits until all of it is
  // there, and is tried each day.
  const isThere = (amount: number, currency: string) =>
    amount > 0 && (isClean || (!isShort && sumIn(held, currency) >= amount))
  const isWrong = (amount: number, currency: string) => isThere(amount, currency) || (isClean && isSame && amount !== 0)
  return [...sums].flatMap(([currency, amount]) =>
    isWrong(amount, currency) ? [`drop ${id} (${state}) leaves ${amount} ${currency} on the platform's account`] : [],
  )
}
