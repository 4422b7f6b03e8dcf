import { Type as t } from '@sinclair/typebox'
import { and, count, desc, eq } from 'drizzle-orm'
import { campaignMoves } from '../../../db/schema/drop/drop.ts'
import { campaignPassed } from '../../../db/schema/drop/prize.ts'
import { endOfTime, isArtistSuspended } from '../../account/suspended.ts'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import type { JobKind } from '../../platform/job/job-kind.ts'
import type { Campaign } from '../campaign.ts'
import { readPayouts } from './payouts.ts'

const payload = t.Object({ campaignId: t.String() })

export const unclaimedJob: JobKind<typeof payload> = { kind: 'drop-unclaimed', payload }

const waitsMs = 365 * dayMs

type Place = { campaignId: string; place: number }

export const countPassed = ({ db }: Ctx, campaignId: string): number =>
  db.select({ passed: count() }).from(campaignPassed).where(eq(campaignPassed.campaignId, campaignId)).get()?.passed ??
  0

export const hasPassed = (ctx: Ctx, place: Place): boolean => passedAt(ctx, place) !== undefined

function passedAt({ db }: Ctx, { campaignId, place }: Place): number | undefined {
  const ofPlace = and(eq(campaignPassed.campaignId, campaignId), eq(campaignPassed.place, place))
  const { passedAt: at } = campaignPassed
  return db.select({ at }).from(campaignPassed).where(ofPlace).orderBy(desc(campaignPassed.nth)).limit(1).get()?.at
}

/**
 * Returns until when a place's prize waits for its present winner: a year from when winners are
 * paid, or from when it passed on to them, in which suspensions do not count; undefined while they
 * are not paid.
 */
export function waitsUntil(ctx: Ctx, place: Place & { artistId: string }): number | undefined {
  const { campaignId, artistId } = place
  const isPaying = and(eq(campaignMoves.campaignId, campaignId), eq(campaignMoves.toState, 'PAYING'))
  const paying = ctx.db.select({ at: campaignMoves.movedAt }).from(campaignMoves).where(isPaying).get()
  return paying && endOfTime(ctx, artistId, Math.max(paying.at, passedAt(ctx, place) ?? 0), waitsMs)
}

/** Queues the job for when the next prize of a drop has waited long enough. In a transaction. */
export function addUnclaimed(ctx: Ctx, campaign: Campaign): void {
  if (campaign.state !== 'PAYING') return
  const ends = readPayouts(ctx, campaign).flatMap((payout) => {
    const until = payout.status === 'BLOCKED' ? waitsUntil(ctx, payout) : undefined
    if (until === undefined) return []
    return isArtistSuspended(ctx, payout.artistId) ? Math.max(until, ctx.now() + dayMs) : until
  })
  if (ends.length === 0) return
  const runAt = Math.min(...ends)
  ctx.jobs.add(unclaimedJob, { campaignId: campaign.id }, { key: `${campaign.id} ${runAt}`, runAt })
}
