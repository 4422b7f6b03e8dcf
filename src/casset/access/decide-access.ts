import { eq, getTableColumns, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { collectedAt, hasCollected } from './collected.ts'
import { type HoldableTrack, isHeldSince } from './held-track.ts'
import { isOwner, isOwnOrShared, visibleCassetById, type World } from './visible-casset.ts'

/** What a viewer may hear of a track: the hook's own file, or the master. */
export type Access = 'hook' | 'full'

// The waveform measured by the artist's browser is large and not needed for playback.
const { peaks: _, ...columns } = getTableColumns(tracks)
const trackById = prepared((db) =>
  db
    .select(columns)
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder('id')))
    .prepare(),
)

/** A playable track, and how much of it the viewer may hear. */
export type Playable = { track: NonNullable<ReturnType<ReturnType<typeof trackById>['get']>>; access: Access }

/** Returns whether the viewer may hear whole tracks of a casset. The only place that decides this. */
export function isEntitled(ctx: Ctx, world: World, viewer: Viewer | null): boolean {
  return isOwnOrShared(ctx, world, viewer) || (viewer !== null && hasCollected(ctx, world.casset.id, viewer.userId))
}

const isShown = ({ active, status }: HoldableTrack): boolean => active && status === 'READY'

/** Whether a collector keeps a track that is no longer shown to others. */
function holds(ctx: Ctx, { casset }: World, track: HoldableTrack, viewer: Viewer | null): boolean {
  const since = viewer ? collectedAt(ctx, casset.id, viewer.userId) : undefined
  return since !== undefined && isHeldSince(track, since)
}

/**
 * Returns a track and its casset. Throws NOT_FOUND when absent, hidden from the viewer, or not shown yet. A withdrawn one
 * is there for its holders only, not for who made the casset (rules 4.13 and 11.2).
 */
export function visibleTrack(
  ctx: Ctx,
  trackId: string,
  viewer: Viewer | null,
): Pick<Playable, 'track'> & { world: World } {
  const track = trackById(ctx.db).get({ id: trackId })
  if (!track) throw notFound('track')
  const world = visibleCassetById(ctx, track.cassetId, viewer)
  const isTheirOwn = isOwner(world, viewer) && track.withdrawnAt === null
  if (!isTheirOwn && !isShown(track) && !holds(ctx, world, track, viewer)) throw notFound('track')
  return { track, world }
}

/**
 * Returns a whole track that a purchase made at `purchasedAt` (ms) holds. The caller checks whose purchase it is. Throws
 * NOT_FOUND for any other track.
 */
export function decideHeld(ctx: Ctx, trackId: string, cassetId: string, purchasedAt: number): Playable {
  const track = trackById(ctx.db).get({ id: trackId })
  if (track?.cassetId !== cassetId || !isHeldSince(track, purchasedAt)) throw notFound('track')
  return { track, access: 'full' }
}

/**
 * Returns what the viewer may hear of a track. Throws NOT_FOUND when the track is absent or hidden from the viewer, and
 * BAD_STATE for its owner while it is not ready.
 */
export function decideAccess(ctx: Ctx, trackId: string, viewer: Viewer | null): Playable {
  const { track, world } = visibleTrack(ctx, trackId, viewer)
  if (track.status !== 'READY') throw new AppError('BAD_STATE', 'The track is not ready to be played.')
  return { track, access: isEntitled(ctx, world, viewer) ? 'full' : 'hook' }
}
