import { and, asc, desc, eq, exists } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { campaignMoves } from '../../../db/schema/drop/drop.ts'
import { campaignContributions } from '../../../db/schema/drop/prize.ts'
import { disputes } from '../../../db/schema/order/dispute.ts'
import { orders } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type Campaign, visibleCampaign } from '../campaign.ts'
import { reasonText } from '../own-reason.ts'
import type { Contribution } from '../prize/contributions.ts'
import { isUndecided } from '../prize/pay-winners.ts'
import { leaders, type Place } from '../scores.ts'
import { readSubmissions } from '../submission/read-submissions.ts'
import type * as shape from './model.ts'
import { toCampaign, toPayouts } from './to-campaign.ts'

const shown = 50
const mostContributions = 100

/** Throws NOT_FOUND. */
export function readDrop(ctx: Ctx, id: string, viewer: Viewer | null): shape.CampaignPage {
  const row = visibleCampaign(ctx, id, viewer)
  const isOwn = row.artistId === viewer?.artistId
  return {
    campaign: toCampaign(ctx, row),
    ...readLeaderboard(ctx, id, viewer, shown),
    payouts: toPayouts(ctx, row, viewer),
    contributions: isOwn ? contributionsOf(ctx, row) : null,
    moves: isOwn ? movesOf(ctx, id) : null,
  }
}

/** Throws NOT_FOUND for a drop that is hidden from the viewer. */
export function listLeaders(ctx: Ctx, id: string, viewer: Viewer | null, limit: number, cursor?: string) {
  visibleCampaign(ctx, id, viewer)
  return readLeaderboard(ctx, id, viewer, limit, cursor === undefined ? undefined : placeIn(cursor))
}

type NumberedPlace = Place & { rank: number }

function placeIn(cursor: string): NumberedPlace {
  const [, rank, score, submissionId] = /^(\d{1,6})\.(\d{1,9})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (submissionId === undefined) throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  return { rank: Number(rank), score: Number(score), submissionId }
}

function readLeaderboard(ctx: Ctx, id: string, viewer: Viewer | null, limit: number, after?: NumberedPlace) {
  const first = (after?.rank ?? 0) + 1
  const standings = leaders(ctx, id, limit + 1, after).map((standing, index) => ({ ...standing, rank: first + index }))
  const { page, nextCursor } = cutPage(standings, limit, ({ rank, score, submissionId }) =>
    [rank, score, submissionId].join('.'),
  )
  const clips = new Map(
    readSubmissions(
      ctx,
      page.map(({ submissionId }) => submissionId),
      viewer?.userId ?? null,
    ).map((clip) => [clip.id, clip]),
  )
  const submissions = page.flatMap(({ submissionId, rank, score, likes, collects }) => {
    const clip = clips.get(submissionId)
    return clip ? [{ ...clip, likes, rank, score, collects }] : []
  })
  return { submissions, nextCursor }
}

type Status = NonNullable<shape.CampaignPage['contributions']>[number]['status']

function statusOf(
  { status, returningAt, returnedAt, endedAt }: Contribution,
  { state }: Campaign,
  isDisputed: boolean,
): Status {
  if (isDisputed) return 'DISPUTED'
  if (status === 'DISPUTED' && endedAt !== null) return 'TAKEN_BACK'
  if (returnedAt !== null) return 'WENT_BACK'
  if (returningAt !== null) return 'GOING_BACK'
  return state === 'PAYING' || state === 'PAID' ? 'PAID_OUT' : 'HELD'
}

const whereUndecided = and(eq(disputes.orderId, campaignContributions.orderId), isUndecided)

/** Returns the latest payments into a drop, oldest first. */
const contributionsOf = ({ db }: Ctx, campaign: Campaign) =>
  db
    .select({
      contribution: campaignContributions,
      amount: orders.amountMinor,
      currency: orders.currency,
      isDisputed: exists(db.select({ id: disputes.id }).from(disputes).where(whereUndecided)).mapWith(Boolean),
    })
    .from(campaignContributions)
    .innerJoin(orders, eq(orders.id, campaignContributions.orderId))
    .where(eq(campaignContributions.campaignId, campaign.id))
    .orderBy(desc(campaignContributions.paidAt), desc(campaignContributions.orderId))
    .limit(mostContributions)
    .all()
    .map(({ contribution, isDisputed, ...order }) => ({
      ...order,
      orderId: contribution.orderId,
      paidAt: new Date(contribution.paidAt).toISOString(),
      status: statusOf(contribution, campaign, isDisputed),
    }))
    .reverse()

const movesOf = ({ db }: Ctx, id: string) =>
  db
    .select({ move: campaignMoves, by: artists.handle })
    .from(campaignMoves)
    .leftJoin(artists, eq(artists.userId, campaignMoves.userId))
    .where(eq(campaignMoves.campaignId, id))
    .orderBy(asc(campaignMoves.id))
    .all()
    .map(({ move: { fromState: from, toState: to, reason, movedAt }, by }) => ({
      from,
      to,
      by,
      reason: reason && reasonText(reason),
      at: new Date(movedAt).toISOString(),
    }))
