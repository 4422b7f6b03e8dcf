import { and, count, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../../db/schema/books/ledger.ts'
import { type Account, post } from '../../books/ledger/post.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import { divideByWeights } from '../../lib/money/divide.ts'
import { orderById } from '../../order/order.ts'
import { noteOwed } from '../../order/owed-parts.ts'
import type { Campaign } from '../campaign.ts'
import type { Contribution } from './contributions.ts'
import { notifyOfShare } from './notify-of-share.ts'
import { isShared, type Moved, type Winner, winnersOf } from './pool.ts'

type Had = Moved & { artistId: string }

const { kind, artistId, currency } = ledgerAccounts
const amount = sql<number>`sum(${ledgerEntries.amountMinor})`

/**
 * Returns what the processor has left of a contribution by now, by currency; less than 0 where it
 * took more than there was.
 */
export const leftOfContribution = ({ db }: Ctx, orderId: string): Moved[] =>
  db
    .select({ currency, amount })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerPostings.orderId, orderId), ne(ledgerPostings.kind, 'PRIZE'), eq(kind, 'PRIZE_POOL')))
    .groupBy(currency)
    .all()

/** Returns how much of a contribution has been credited to artists, in the ledger. */
export const sharedOfContribution = ({ db }: Ctx, orderId: string): Had[] =>
  db
    .select({ currency, artistId: sql<string>`${artistId}`, amount })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.postingId, ledgerPostings.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerPostings.orderId, orderId), eq(ledgerPostings.kind, 'PRIZE'), isNotNull(artistId)))
    .groupBy(artistId, currency)
    .all()

/** Returns who should have what is left of a contribution in the drop's state, by artist. */
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
    for (const [index, amount] of divideByWeights(left, weights).entries()) {
      const artistId = winners[index]?.artistId ?? ''
      parts.set(artistId, (parts.get(artistId) ?? 0) + amount)
    }
  } else if (isPaidOut || returnedAt !== null) {
    // The payer bears the costs of a dispute beyond the money itself, and amounts that could not be
    // refunded.
    parts.set(campaign.artistId, left)
  }
  return parts
}

/**
 * Brings what artists are owed of a contribution to its due amount: while the drop is paid out,
 * winners divide what the processor has left of it. The differences are posted, so refunds and
 * disputes are taken back and given again by themselves, in whatever order they become known.
 * Called in a transaction (rule: prizes).
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
    // In the currency of the payment, until it has settled.
    const isSettled = order.settledCurrency === currency
    const parts = isSettled
      ? wanted(campaign, contribution, winners, amount - contribution.coversMinor)
      : new Map<string, number>()
    const before = new Map(had.filter((each) => each.currency === currency).map((each) => [each.artistId, each.amount]))
    for (const artistId of new Set([...parts.keys(), ...before.keys()])) {
      const missing = (parts.get(artistId) ?? 0) - (before.get(artistId) ?? 0)
      if (missing === 0) continue
      const part = { orderId, artistId, currency, amount: missing }
      const key = postPart(ctx, campaign.id, part)
      const isTold = artistId === campaign.artistId || winners.some((winner) => winner.artistId === artistId)
      // A winner whose place passed on was told that.
      if (isTold) notifyOfShare(ctx, campaign, { ...part, key, had: before.get(artistId) })
      posted = true
    }
  }
  if (posted) noteOwed(ctx, order, true)
}

type Part = Moved & { orderId: string; artistId: string }

function postPart(ctx: Ctx, campaignId: string, { orderId, artistId, currency, amount }: Part): string {
  const whereParts = and(eq(ledgerPostings.orderId, orderId), eq(ledgerPostings.kind, 'PRIZE'))
  const earlier = ctx.db.select({ parts: count() }).from(ledgerPostings).where(whereParts).get()
  // Money of the owner of the instance stays where it came.
  const account: Account = { kind: ownerArtist(ctx) === artistId ? 'ARTIST' : 'OWED', artistId }
  const uniqueKey = `PRIZE ${artistId} ${earlier?.parts ?? 0}`
  post(ctx, {
    uniqueKey,
    kind: 'PRIZE',
    orderId,
    currency,
    entries: [
      [{ kind: 'PRIZE_POOL', campaignId }, -amount],
      [account, amount],
    ],
  })
  return `${orderId} ${uniqueKey}`
}
