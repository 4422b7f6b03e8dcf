import { and, desc, eq, inArray } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { campaignMoves, campaigns } from '../../../db/schema/drop/drop.ts'
import { pictureUrl } from '../../account/picture.ts'
import type { Ctx } from '../../context.ts'
import { slugOf } from '../../lib/text/slug.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { deadlineOf } from '../deadline-kind.ts'
import { reasonText } from '../own-reason.ts'
import { type Payout, readPayouts } from '../prize/payouts.ts'
import { dividePrize } from '../prize/pool.ts'
import { waitsUntil } from '../prize/unclaimed-kind.ts'
import { countEntries } from '../scores.ts'
import type * as shape from './model.ts'

type Row = typeof campaigns.$inferSelect

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))

const person = (ctx: Ctx, artist: { handle: string; displayName: string; pfpAssetId: string | null }) => ({
  handle: artist.handle,
  displayName: artist.displayName,
  pfp: pictureUrl(ctx, artist),
})

function about({ db }: Ctx, ids: readonly string[]) {
  return db
    .select({
      campaign: campaigns,
      artist: { handle: artists.handle, displayName: artists.displayName, pfpAssetId: artists.pfpAssetId },
      casset: { id: cassets.id, slug: cassets.slug, word: cassets.word, name: cassets.name },
      track: { id: tracks.id, title: tracks.title, by: tracks.byNames },
    })
    .from(campaigns)
    .innerJoin(artists, eq(artists.id, campaigns.artistId))
    .innerJoin(cassets, eq(cassets.id, campaigns.cassetId))
    .leftJoin(tracks, eq(tracks.hookId, campaigns.hookId))
    .where(inArray(campaigns.id, [...ids]))
    .orderBy(desc(campaigns.id))
    .all()
}

function reasonOf({ db }: Ctx, { id, state }: Row): string | null {
  if (state !== 'CANCELLED') return null
  const isIt = and(eq(campaignMoves.campaignId, id), eq(campaignMoves.toState, 'CANCELLED'))
  const reason = db.select({ reason: campaignMoves.reason }).from(campaignMoves).where(isIt).get()?.reason ?? null
  return reason && reasonText(reason)
}

/** Returns drops as everybody sees them, newest first. */
export const toCampaigns = (ctx: Ctx, ids: readonly string[]): shape.Campaign[] =>
  about(ctx, ids).map(({ campaign, artist, casset, track }) => {
    const { id, state, mode, title, brief, terms, hookId, endsAt, split, minAccountAgeDays, unclaimed } = campaign
    const { prize, parts } = dividePrize(ctx, campaign, split)
    return {
      id,
      state,
      mode,
      title,
      brief,
      terms,
      hook: {
        ...{ id: hookId, trackId: track?.id ?? null, title: track?.title ?? null },
        ...(track?.by ? { by: track.by } : {}),
      },
      casset: { id: casset.id, slug: slugOf(casset, artist.handle), name: casset.name },
      artist: person(ctx, artist),
      endsAt: iso(endsAt),
      chooseBy: iso(deadlineOf({ ...campaign, state: 'OPEN' }, Number.POSITIVE_INFINITY) ?? endsAt),
      winners: split.length,
      split: split.map((part) => part / 100),
      minAccountAgeDays,
      unclaimed,
      prize,
      places: split.map((part, index) => ({ percent: part / 100, prize: parts[index] ?? [] })),
      entries: countEntries(ctx, id),
      reason: reasonOf(ctx, campaign),
      createdAt: iso(campaign.createdAt),
      openedAt: isoOrNull(campaign.openedAt),
      closedAt: isoOrNull(campaign.closedAt),
    }
  })

export function toCampaign(ctx: Ctx, { id }: Pick<Row, 'id'>): shape.Campaign {
  const [campaign] = toCampaigns(ctx, [id])
  if (!campaign) throw new Error('A drop has no artist.')
  return campaign
}

/**
 * Returns the payouts of winners; only the drop's artist and the winner see the state of a payout,
 * but for a prize that went back.
 */
export function toPayouts(ctx: Ctx, campaign: Row, viewer: Pick<Viewer, 'artistId'> | null): shape.Payout[] {
  const payouts = readPayouts(ctx, campaign)
  if (payouts.length === 0) return []
  const { id, handle, displayName, pfpAssetId } = artists
  const ids = payouts.map(({ artistId }) => artistId)
  const rows = ctx.db.select({ id, handle, displayName, pfpAssetId }).from(artists).where(inArray(id, ids)).all()
  const isTold = ({ artistId }: Payout) => viewer?.artistId === campaign.artistId || viewer?.artistId === artistId
  return payouts.flatMap((payout) => {
    const artist = rows.find((row) => row.id === payout.artistId)
    if (!artist) return []
    const { place, submissionId, score, prize, status } = payout
    const isSeen = isTold(payout) || status === 'BACK'
    const until = isTold(payout) && status === 'BLOCKED' ? (waitsUntil(ctx, payout) ?? null) : null
    const told = { status: isSeen ? status : null, until: isoOrNull(until) }
    return [{ place, artist: person(ctx, artist), submissionId, score, prize, ...told }]
  })
}

export const movedCampaign = (ctx: Ctx, campaign: Row, author: Viewer) => ({
  campaign: toCampaign(ctx, campaign),
  payouts: toPayouts(ctx, campaign, author),
})
