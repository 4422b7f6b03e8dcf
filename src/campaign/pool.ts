import { asc, eq, sql } from 'drizzle-orm'
import { campaignContributions, campaignPayouts } from '../../db/schema/campaign.ts'
import type { Ctx } from '../context.ts'
import { type Account, post } from '../ledger/post.ts'
import { divide } from '../lib/divide.ts'
import type { Sum } from '../lib/money.ts'
import { orderById } from '../order/order.ts'
import { noteOwed } from '../order/owed-parts.ts'
import { ownerArtist } from '../seller/owner-artist.ts'
import type { Campaign } from './campaign.ts'
import type { Contribution } from './contributions.ts'

/** A winner as they were chosen. */
export type Winner = typeof campaignPayouts.$inferSelect

/** Returns the winners of a drop, best first. */
export const winnersOf = ({ db }: Ctx, campaignId: string): Winner[] =>
  db
    .select()
    .from(campaignPayouts)
    .where(eq(campaignPayouts.campaignId, campaignId))
    .orderBy(asc(campaignPayouts.place))
    .all()

const contributed = `SELECT o.id AS orderId, a.currency, sum(e.amount_minor) - c.covers_minor AS amount
  FROM campaign_contributions c
  JOIN orders o ON o.id = c.order_id JOIN ledger_postings p ON p.order_id = o.id AND p.kind <> 'PRIZE'
  JOIN ledger_entries e ON e.posting_id = p.id
  JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'PRIZE_POOL' AND a.currency = o.settled_currency
  WHERE c.campaign_id = ? AND c.returning_at IS NULL GROUP BY o.id ORDER BY c.paid_at, o.id`

type Left = Moved & { orderId: string }

/**
 * Returns what has to be taken from each payment, so that those which cost more than they brought (a bank took them back, and
 * a fee) are made up for: that is the drop's, and not the owner's of the instance. Of those it is the negative.
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

/** Lets the payments into a drop make up for each other, for good. Called in the transaction that ends the drop. */
export function coverLosses({ db }: Ctx, campaignId: string): void {
  const rows = db.$client.query<Left, [string]>(contributed).all(campaignId)
  for (const [orderId, covers] of coverage(rows)) {
    if (covers === 0) continue
    db.update(campaignContributions)
      .set({ coversMinor: sql`${campaignContributions.coversMinor} + ${covers}` })
      .where(eq(campaignContributions.orderId, orderId))
      .run()
  }
}

/** Returns what of each payment into a drop is its prize: what the processor has left of it, once it has settled. */
function prizeMoney({ db }: Ctx, { id, state }: Pick<Campaign, 'id' | 'state'>): Left[] {
  const rows = db.$client.query<Left, [string]>(contributed).all(id)
  // Once winners are paid, what a bank takes back later is taken from them by payment, and its fee is the payer's.
  const covers = isShared(state) ? new Map<string, number>() : coverage(rows)
  return rows
    .map((row) => ({ ...row, amount: row.amount - (covers.get(row.orderId) ?? 0) }))
    .filter(({ amount }) => amount > 0)
}

const isShared = (state: Campaign['state']): boolean => state === 'PAYING' || state === 'PAID'

function total(sums: readonly Moved[]): Sum[] {
  const byCurrency = new Map<string, number>()
  for (const { currency, amount } of sums) byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amount)
  return [...byCurrency].map(([currency, amount]) => ({ amount, currency }))
}

/** Returns the prize of a drop by now, in each currency that it settled in. */
export const prizeOf = (ctx: Ctx, campaign: Pick<Campaign, 'id' | 'state'>): Sum[] => total(prizeMoney(ctx, campaign))

/** Returns the prize of a drop by now, and the part of each winner in their order. */
export function dividePrize(ctx: Ctx, campaign: Pick<Campaign, 'id' | 'state'>, split: readonly number[]) {
  const money = prizeMoney(ctx, campaign)
  const divided = money.map(({ currency, amount }) => ({ currency, parts: divide(amount, split) }))
  const partOf = (index: number) =>
    total(divided.map(({ currency, parts }) => ({ currency, amount: parts[index] ?? 0 })))
  return { prize: total(money), parts: split.map((_, index) => partOf(index)) }
}

type Moved = { currency: string; amount: number }
type Had = Moved & { artistId: string }

const inPool = `SELECT a.currency, sum(e.amount_minor) AS amount FROM ledger_postings p
  JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
  WHERE p.order_id = ? AND p.kind <> 'PRIZE' AND a.kind = 'PRIZE_POOL' GROUP BY a.currency`
const shared = `SELECT a.currency, a.artist_id AS artistId, sum(e.amount_minor) AS amount FROM ledger_postings p
  JOIN ledger_entries e ON e.posting_id = p.id JOIN ledger_accounts a ON a.id = e.account_id
  WHERE p.order_id = ? AND p.kind = 'PRIZE' AND a.artist_id IS NOT NULL GROUP BY a.artist_id, a.currency`

/** Returns what the processor has left of a contribution by now, by currency; less than 0 where it took more than there was. */
export const leftOfContribution = ({ db }: Ctx, orderId: string): Moved[] =>
  db.$client.query<Moved, [string]>(inPool).all(orderId)

/** Returns what of a contribution has been given to artists, in the ledger. */
export const sharedOfContribution = ({ db }: Ctx, orderId: string): Had[] =>
  db.$client.query<Had, [string]>(shared).all(orderId)

/** Divides what is left of a contribution as its drop stands: whose it is, by artist. */
function wanted(
  campaign: Campaign,
  { returningAt, returnedAt }: Contribution,
  winners: readonly Winner[],
  left: number,
) {
  const parts = new Map<string, number>()
  const isPaidOut = returningAt === null && isShared(campaign.state)
  if (isPaidOut && left > 0) {
    const weights = winners.map(({ basisPoints }) => basisPoints)
    for (const [index, amount] of divide(left, weights).entries()) parts.set(winners[index]?.artistId ?? '', amount)
  } else if (isPaidOut || returnedAt !== null) {
    // What a dispute costs beyond the money itself is the payer's, and so is what could not be refunded.
    parts.set(campaign.artistId, left)
  }
  return parts
}

/**
 * Brings what artists are owed of a contribution to what it should be: while the drop is paid out, winners divide what the
 * processor has left of it. It is differences that are posted, so refunds and disputes take back and give again by
 * themselves, in whatever order they become known. Called in a transaction.
 */
export function shareOut(ctx: Ctx, campaign: Campaign, contribution: Contribution): void {
  const { orderId } = contribution
  const order = orderById(ctx, orderId)
  if (!order) return
  const winners = winnersOf(ctx, campaign.id)
  const had = sharedOfContribution(ctx, orderId)
  const left = leftOfContribution(ctx, orderId)
  let posted = false
  for (const { currency, amount } of left) {
    // In the currency of the payment, until it is known what it became.
    const isSettled = order.settledCurrency === currency
    const parts = isSettled
      ? wanted(campaign, contribution, winners, amount - contribution.coversMinor)
      : new Map<string, number>()
    const before = new Map(had.filter((each) => each.currency === currency).map((each) => [each.artistId, each.amount]))
    for (const artistId of new Set([...parts.keys(), ...before.keys()])) {
      const missing = (parts.get(artistId) ?? 0) - (before.get(artistId) ?? 0)
      if (missing === 0) continue
      postPart(ctx, { campaignId: campaign.id, orderId, artistId, currency, amount: missing })
      posted = true
    }
  }
  if (posted) noteOwed(ctx, order, true)
}

type Part = Moved & { campaignId: string; orderId: string; artistId: string }

function postPart(ctx: Ctx, { campaignId, orderId, artistId, currency, amount }: Part): void {
  const count = ctx.db.$client
    .query<{ n: number }, [string]>("SELECT count(*) AS n FROM ledger_postings WHERE order_id = ? AND kind = 'PRIZE'")
    .get(orderId)
  // What is the owner's of the instance stays where it came.
  const account: Account = { kind: ownerArtist(ctx) === artistId ? 'ARTIST' : 'OWED', artistId }
  post(ctx, {
    uniqueKey: `PRIZE ${artistId} ${count?.n ?? 0}`,
    kind: 'PRIZE',
    orderId,
    currency,
    entries: [
      [{ kind: 'PRIZE_POOL', campaignId }, -amount],
      [account, amount],
    ],
  })
}
