import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { campaignContributions, campaignPayouts } from '../../../db/schema/drop/prize.ts'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { divideByWeights } from '../../lib/money/divide.ts'
import type { Sum } from '../../lib/money/money.ts'
import type { Campaign } from '../campaign.ts'

export type Winner = typeof campaignPayouts.$inferSelect

/** Returns the winners of a drop, best first. */
export const winnersOf = ({ db }: Ctx, campaignId: string): Winner[] =>
  db
    .select()
    .from(campaignPayouts)
    .where(eq(campaignPayouts.campaignId, campaignId))
    .orderBy(asc(campaignPayouts.place))
    .all()

const contributed = prepared((db) => {
  const isInPool = and(eq(ledgerAccounts.kind, 'PRIZE_POOL'), eq(ledgerAccounts.currency, orders.settledCurrency))
  const { campaignId, paidAt, coversMinor, returningAt } = campaignContributions
  return db
    .select({
      orderId: orders.id,
      currency: ledgerAccounts.currency,
      amount: sql<number>`sum(${ledgerEntries.amountMinor}) - ${coversMinor}`,
    })
    .from(campaignContributions)
    .innerJoin(orders, eq(orders.id, campaignContributions.orderId))
    .innerJoin(ledgerPostings, and(eq(ledgerPostings.orderId, orders.id), ne(ledgerPostings.kind, 'PRIZE')))
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, and(eq(ledgerAccounts.id, ledgerEntries.accountId), isInPool))
    .where(and(eq(campaignId, sql.placeholder('campaignId')), isNull(returningAt)))
    .groupBy(orders.id)
    .orderBy(asc(paidAt), asc(orders.id))
})

export type Moved = { currency: string; amount: number }

type Left = Moved & { orderId: string }

/**
 * Returns what to take from each payment to cover those that cost more than they brought (a bank
 * took them back, with a fee): the drop bears that, and not the owner of the instance. For the
 * covered payments it is negative.
 */
function coverage(rows: readonly Left[]): Map<string, number> {
  const covers = new Map<string, number>()
  for (const each of Map.groupBy(rows, ({ currency }) => currency).values()) {
    const sum = (sign: 1 | -1) => each.reduce((total, { amount }) => total + Math.max(0, sign * amount), 0)
    const most = Math.min(sum(1), sum(-1))
    const rest = { 1: most, [-1]: most }
    for (const { orderId, amount } of each) {
      const sign = amount < 0 ? -1 : 1
      const part = Math.min(rest[sign] ?? 0, Math.abs(amount))
      rest[sign] = (rest[sign] ?? 0) - part
      covers.set(orderId, sign * part)
    }
  }
  return covers
}

/** Lets a drop's payments cover each other's losses. Called in the transaction that ends it. */
export function coverLosses({ db }: Ctx, campaignId: string): void {
  const rows = contributed(db).all({ campaignId })
  for (const [orderId, covers] of coverage(rows)) {
    if (covers === 0) continue
    db.update(campaignContributions)
      .set({ coversMinor: sql`${campaignContributions.coversMinor} + ${covers}` })
      .where(eq(campaignContributions.orderId, orderId))
      .run()
  }
}

/** Returns each payment's prize money: what the processor has left of it, once settled. */
function prizeMoney({ db }: Ctx, { id, state }: Pick<Campaign, 'id' | 'state'>): Left[] {
  const rows = contributed(db).all({ campaignId: id })
  // Once winners are paid, money that a bank takes back later is taken from them by payment, and
  // its fee is the payer's.
  const covers = isShared(state) ? new Map<string, number>() : coverage(rows)
  return rows
    .map((row) => ({ ...row, amount: row.amount - (covers.get(row.orderId) ?? 0) }))
    .filter(({ amount }) => amount > 0)
}

export const isShared = (state: Campaign['state']): boolean => state === 'PAYING' || state === 'PAID'

function total(sums: readonly Moved[]): Sum[] {
  const byCurrency = new Map<string, number>()
  for (const { currency, amount } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount)
  return [...byCurrency].map(([currency, amount]) => ({ amount, currency }))
}

/** Returns the present prize of a drop, in each currency that it settled in. */
export const prizeOf = (ctx: Ctx, campaign: Pick<Campaign, 'id' | 'state'>): Sum[] => total(prizeMoney(ctx, campaign))

/** Returns the present prize of a drop, and the part of each winner in their order. */
export function dividePrize(ctx: Ctx, campaign: Pick<Campaign, 'id' | 'state'>, split: readonly number[]) {
  const money = prizeMoney(ctx, campaign)
  const divided = money.map(({ currency, amount }) => ({ currency, parts: divideByWeights(amount, split) }))
  const partOf = (index: number) =>
    total(divided.map(({ currency, parts }) => ({ currency, amount: parts[index] ?? 0 })))
  return { prize: total(money), parts: split.map((_, index) => partOf(index)) }
}
