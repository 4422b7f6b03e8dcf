import { eq, getTableColumns, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { isMember } from '../member/members.ts'
import { collectedAt } from './collected.ts'
import { Entitlement, type Ground } from './entitlement.ts'
import { type HoldableTrack, hashesOf, heldMasters, isHeldSince } from './held-track.ts'
import { isOwner, visibleCassetById, type World } from './visible-casset.ts'

// Five hundred numbers of JSON each, and a file's tags, which nobody needs to play a track: parsing
// them took half of a decision.
const { peaks: _, waveform: __, fileTags: ___, ...columns } = getTableColumns(tracks)

/** Finds a track by its id, without checking who asks. */
export const trackById = prepared((db) =>
  db
    .select(columns)
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder('id'))),
)

type Track = NonNullable<ReturnType<ReturnType<typeof trackById>['get']>>

/** A track with the file that may be heard: the hook's, or the master for an entitled viewer. */
export type Playable = { readonly track: Track } & (
  | { readonly access: 'hook' }
  | { readonly access: 'full'; readonly entitlement: Entitlement }
)

/** A viewer's access to a track. */
export type Access = Playable['access']

/** Returns why an account may have whole tracks of a casset; undefined when it may not. */
function groundOf(ctx: Ctx, world: World, viewer: Viewer | null): Ground | undefined {
  if (!viewer) return undefined
  const holder = viewer.userId
  if (isOwner(world, viewer)) return { by: 'owner', holder, since: null }
  if (isMember(ctx, world.casset, viewer)) return { by: 'member', holder, since: null }
  const since = collectedAt(ctx, world.casset.id, holder)
  return since === undefined ? undefined : { by: 'purchase', holder, since }
}

/** Returns whether the viewer may hear whole tracks of a casset. */
export const isEntitled = (ctx: Ctx, world: World, viewer: Viewer | null): boolean =>
  groundOf(ctx, world, viewer) !== undefined

/** Returns a viewer's entitlement to a whole casset; undefined for none. */
export function entitlementTo(ctx: Ctx, world: World, viewer: Viewer): Entitlement | undefined {
  const ground = groundOf(ctx, world, viewer)
  return ground && new Entitlement(ground, heldMasters(ctx, world.casset.id, ground.since))
}

const isShown = ({ active, status }: HoldableTrack): boolean => active && status === 'READY'

/** Whether a collector keeps a track that is no longer shown to others. */
function holds(ctx: Ctx, { casset }: World, track: HoldableTrack, viewer: Viewer | null): boolean {
  const since = viewer ? collectedAt(ctx, casset.id, viewer.userId) : undefined
  return since !== undefined && isHeldSince(track, since)
}

/**
 * Returns a track and its casset. Throws NOT_FOUND when absent, hidden from the viewer, or not
 * shown yet. A withdrawn track exists for its holders only, not for the artist of the casset
 * (rules: held-tracks, members).
 */
export function visibleTrack(ctx: Ctx, trackId: string, viewer: Viewer | null): { track: Track; world: World } {
  const track = trackById(ctx.db).get({ id: trackId })
  if (!track) throw notFound('track')
  const world = visibleCassetById(ctx, track.cassetId, viewer)
  const isTheirOwn = isOwner(world, viewer) && track.withdrawnAt === null
  if (!isTheirOwn && !isShown(track) && !holds(ctx, world, track, viewer)) throw notFound('track')
  return { track, world }
}

/**
 * Returns what the viewer may hear of a track. Throws NOT_FOUND when the track is absent or hidden
 * from the viewer, and BAD_STATE for its owner while it is not ready.
 */
export function decideAccess(ctx: Ctx, trackId: string, viewer: Viewer | null): Playable {
  const { track, world } = visibleTrack(ctx, trackId, viewer)
  if (track.status !== 'READY') throw new AppError('BAD_STATE', 'The track is not ready to be played.')
  const ground = groundOf(ctx, world, viewer)
  if (!ground) return { track, access: 'hook' }
  return { track, access: 'full', entitlement: new Entitlement(ground, hashesOf(track)) }
}

/** Returns the hook of a track, regardless of the viewer's entitlement. */
export const hookOf = ({ track }: Playable): Playable => ({ track, access: 'hook' })
