import { add, type PaymentStatement, type Statement, type Sums } from '../earnings/statement.ts'
import { type LedgerSum, totalOf } from '../order/order-rows.ts'
import type { DropRun } from './perform.ts'

type Drop = { id: string; state: string; artistId: string }
type Paid = { orderId: string; isReturning: number; isReturned: number; covers: number }
type Winner = { artistId: string; basisPoints: number }

/** Returns what reached somebody of a payment, by the processor. */
export function sentTo({ transfers }: Statement, { orderId }: PaymentStatement): Map<string, number> {
  const sent = new Map<string, number>()
  for (const { transfer_group: group, metadata, amount, amount_reversed: back } of transfers) {
    if (group !== orderId) continue
    const artistId = metadata.artistId ?? ''
    sent.set(artistId, (sent.get(artistId) ?? 0) + amount - back)
  }
  return sent
}

/**
 * The winners must have their percent of what the processor left of each payment; when it took more
 * than there was, the payer owes that. Each sum was sent, or the ledger says to the last unit who
 * owes it to whom.
 */
export function shareFaults(run: DropRun, drop: Drop, statement: Statement, sums: readonly LedgerSum[]): string[] {
  const { $client: sql } = run.deck.ctx.db
  const winners = sql
    .query<Winner, [string]>(
      `SELECT artist_id AS artistId, basis_points AS basisPoints FROM campaign_payouts WHERE campaign_id = ? ORDER BY place`,
    )
    .all(drop.id)
  const paid = sql
    .query<Paid, [string]>(
      `SELECT order_id AS orderId, returning_at IS NOT NULL AS isReturning, returned_at IS NOT NULL AS isReturned,
         covers_minor AS covers FROM campaign_contributions WHERE campaign_id = ?`,
    )
    .all(drop.id)
  const faults: string[] = []
  const covered: Sums = new Map()
  for (const payment of statement.payments) {
    const row = paid.find(({ orderId }) => orderId === payment.orderId)
    if (!row) continue
    const { currency } = payment.settled
    add(covered, currency, row.covers)
    const left = (payment.came.get(currency) ?? 0) - row.covers
    const due = dueOf(drop, row, winners, left)
    const has = sentTo(statement, payment)
    for (const { orderId, kind, artistId, currency: of, amount } of sums) {
      if (orderId === row.orderId && kind === 'OWED' && artistId !== null && of === currency) add(has, artistId, amount)
    }
    for (const artistId of new Set([...due.keys(), ...has.keys()])) {
      const [got, wanted] = [has.get(artistId) ?? 0, due.get(artistId) ?? 0]
      const who = artistId === drop.artistId ? 'its artist' : 'a winner'
      if (got !== wanted)
        faults.push(`of ${left} ${currency} of drop ${drop.id} (${drop.state}) ${who} has ${got}, and should ${wanted}`)
    }
  }
  const uneven = [...covered].filter(([, amount]) => amount !== 0)
  return [
    ...faults,
    ...uneven.map(([currency, amount]) => `payments into drop ${drop.id} make up for ${amount} ${currency} of nothing`),
  ]
}

function dueOf({ state, artistId }: Drop, row: Paid, winners: readonly Winner[], left: number): Map<string, number> {
  const isPaidOut = row.isReturning === 0 && (state === 'PAYING' || state === 'PAID')
  if (!isPaidOut) return new Map(row.isReturned === 1 ? [[artistId, left]] : [])
  if (left <= 0) return new Map([[artistId, left]])
  const parts = winners.map((winner) => Math.floor((left * winner.basisPoints) / 10_000))
  const cents = left - parts.reduce((sum, part) => sum + part, 0)
  const due: Sums = new Map()
  for (const [index, winner] of winners.entries()) {
    add(due, winner.artistId, (parts[index] ?? 0) + (index === 0 ? cents : 0))
  }
  return due
}

/**
 * The platform's account holds what it owes to artists less what they owe, to the last unit:
 * nothing of a drop is earned or borne by the owner of the instance. And nobody owes anything that
 * no bank took.
 */
export function platformFaults(
  { deck, restores }: DropRun,
  { disputes, refunds }: Statement,
  held: Sums,
  sums: readonly LedgerSum[],
): string[] {
  const { $client: sql } = deck.ctx.db
  const owners = totalOf(sums, ({ kind }) => kind === 'PLATFORM')
  const owed = totalOf(sums, ({ kind }) => kind === 'OWED')
  const pools = sql
    .query<{ currency: string; amount: number }, []>(
      `SELECT a.currency, sum(b.amount_minor) AS amount FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
       WHERE a.kind = 'PRIZE_POOL' GROUP BY a.currency`,
    )
    .all()
  for (const { currency, amount } of pools) add(owed, currency, amount)
  const isExchanged = sql.query("SELECT 1 FROM ledger_accounts WHERE kind = 'EXCHANGE'").get() !== null
  const isTroubled = disputes.length > 0 || refunds.some(({ status }) => status === 'failed') || isExchanged
  const debts = sums.filter(({ kind, amount }) => kind === 'OWED' && amount < 0)
  return [
    ...[...owners].flatMap(([currency, amount]) =>
      amount === 0 ? [] : [`the owner of the instance has ${amount} ${currency} of drops`],
    ),
    ...[...new Set([...held.keys(), ...owed.keys()])].flatMap((currency) => {
      const [is, says] = [held.get(currency) ?? 0, owed.get(currency) ?? 0]
      return is === says ? [] : [`the platform holds ${is} ${currency}, and by the ledger ${says}`]
    }),
    // A restore loses the notification with everything else that came after the backup.
    ...(restores > 0 ? [] : untold(deck.ctx)),
    ...(isTroubled ? [] : debts.map(({ currency, amount }) => `somebody owes ${-amount} ${currency}, for nothing`)),
  ]
}

/** A debtor has been told. */
const untold = ({ db: { $client: sql } }: DropRun['deck']['ctx']): string[] =>
  sql
    .query<{ handle: string }, []>(
      `SELECT DISTINCT a.handle FROM owed_parts p JOIN artists a ON a.id = p.artist_id WHERE p.amount_minor < 0
       AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = a.user_id AND n.kind IN ('drop-prize', 'drop-payer'))`,
    )
    .all()
    .map(({ handle }) => `nobody told ${handle} what they owe`)
