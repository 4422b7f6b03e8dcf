import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { campaignContributions } from '../../../db/schema/drop/prize.ts'
import { owedParts } from '../../../db/schema/order/order.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import { ownerArtist } from '../../books/seller/owner-artist.ts'
import type { Ctx } from '../../context.ts'
import type { Sum } from '../../lib/money/money.ts'
import type { Campaign } from '../campaign.ts'
import { dividePrize, type Winner, winnersOf } from './pool.ts'

/**
 * The state of a payout: QUEUED until the artist pays; SENDING; BLOCKED until its winner has set up
 * payouts; PAID; RETURNED when a bank took back all of it; and BACK when nobody took it, so that it
 * went back to its payer.
 */
export const payoutStatuses = ['QUEUED', 'SENDING', 'BLOCKED', 'PAID', 'RETURNED', 'BACK'] as const

export type Payout = Winner & { prize: Sum[]; status: (typeof payoutStatuses)[number] }

/** Returns the payouts of a drop's winners, best first. */
export function readPayouts(ctx: Ctx, campaign: Campaign): Payout[] {
  const winners = winnersOf(ctx, campaign.id)
  if (winners.length === 0) return []
  const { parts } = dividePrize(
    ctx,
    campaign,
    winners.map(({ basisPoints }) => basisPoints),
  )
  const left = leftToSend(ctx, campaign)
  return winners.map((winner, index) => {
    const prize = (parts[index] ?? []).filter(({ amount }) => amount > 0)
    return { ...winner, prize, status: statusOf(ctx, campaign, winner, prize.length > 0, left) }
  })
}

type Left = { artistId: string; currency: string }

const leftToSend = ({ db }: Ctx, { id }: Campaign): Left[] =>
  db
    .select({ artistId: owedParts.artistId, currency: owedParts.currency })
    .from(owedParts)
    .where(
      and(
        gt(owedParts.amountMinor, 0),
        inArray(
          owedParts.orderId,
          db
            .select({ id: campaignContributions.orderId })
            .from(campaignContributions)
            .where(eq(campaignContributions.campaignId, id)),
        ),
      ),
    )
    .all()

/** Returns what is held for an artist, after all that they are owed and owe. */
const heldFor = ({ db }: Ctx, artistId: string, mode: string, currency: string): number =>
  db
    .select({ total: sql<number>`coalesce(sum(${owedParts.amountMinor}), 0)` })
    .from(owedParts)
    .where(and(eq(owedParts.artistId, artistId), eq(owedParts.mode, mode), eq(owedParts.currency, currency)))
    .get()?.total ?? 0

function statusOf(
  ctx: Ctx,
  { state, mode, artistId: payer }: Campaign,
  { artistId }: Winner,
  hasPrize: boolean,
  left: readonly Left[],
): Payout['status'] {
  if (artistId === payer) return 'BACK'
  if (state === 'CLOSED') return 'QUEUED'
  const theirs = left.filter((part) => part.artistId === artistId)
  // Money held against a debt of theirs has reached them, because they owe less.
  const isWaiting = theirs.some(({ currency }) => heldFor(ctx, artistId, mode, currency) > 0)
  if (!isWaiting) return hasPrize ? 'PAID' : 'RETURNED'
  const account = ownerArtist(ctx) === artistId ? undefined : accountOfArtist(ctx, mode, artistId)
  return account?.ready && account.endedAt === null ? 'SENDING' : 'BLOCKED'
}
