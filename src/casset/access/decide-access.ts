import { eq, getTableColumns, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Absent } from '../../lib/text/absent-text.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { isMember } from '../member/members.ts'
import { Entitlement, type Ground, type Holding } from './entitlement.ts'
import { type Extra, heldExtras, heldHashes, listedExtras } from './held-extra.ts'
import { type Held, heldOf, heldTracksOf, holdsTrack, isWhole, trackHeldSince } from './held-of.ts'
import { type HoldableTrack, hashesOf } from './held-track.ts'
import { doesPartyOpen, recordOf } from './party.ts'
import { hasStreamPass } from './stream-pass.ts'
import { isOwner, visibleCasset, visibleCassetById, type World } from './visible-casset.ts'
import { isWholeForAll } from './whole-for-all.ts'

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

export type Access = Playable['access']

const nothing: Held = { wholes: [], singles: new Map() }

/** Returns nothing where a law took the casset down (rule: take-down). */
const heldIn = (ctx: Ctx, { casset }: World, userId: string): Held =>
  casset.takenDown === 'law' ? nothing : heldOf(ctx, casset.id, userId)

/** Returns the ground on which an account may have a track, or any of a casset, if there is one. */
function groundOf(ctx: Ctx, world: World, viewer: Viewer | null, trackId: string | null): Ground | undefined {
  if (!viewer) return undefined
  const holder = viewer.userId
  if (isOwner(world, viewer)) return { by: 'owner', holder, since: null, wholeSince: null }
  if (isMember(ctx, world.casset, viewer)) return { by: 'member', holder, since: null, wholeSince: null }
  const held = heldIn(ctx, world, holder)
  const since = trackId === null ? undefined : trackHeldSince(held, trackId)
  if (since !== undefined) return { by: 'purchase', holder, since }
  const all = trackId === null ? heldTracksOf(ctx, world.casset.id, held) : undefined
  return all && { by: 'purchase', holder, ...all }
}

/** The tracks that a viewer may hear in full: all of a casset, or these. */
export type HeardTracks = { isAll: boolean; trackIds: ReadonlySet<string> }

export function heardTracks(ctx: Ctx, world: World, viewer: Viewer | null): HeardTracks {
  const none = new Set<string>()
  if (!viewer) return { isAll: false, trackIds: none }
  if (isOwner(world, viewer) || isMember(ctx, world.casset, viewer)) return { isAll: true, trackIds: none }
  const held = heldIn(ctx, world, viewer.userId)
  if (isWhole(held)) return { isAll: true, trackIds: none }
  return { isAll: false, trackIds: new Set(heldTracksOf(ctx, world.casset.id, held)?.only) }
}

/** Returns the viewer's entitlement, to the whole casset or to tracks; undefined for none. */
export function entitlementTo(ctx: Ctx, world: World, viewer: Viewer): Entitlement | undefined {
  const ground = groundOf(ctx, world, viewer, null)
  return ground && new Entitlement(ground, heldHashes(ctx, world.casset.id, ground))
}

const isShown = ({ active, status, closed }: HoldableTrack): boolean => active && status === 'READY' && !closed

type KnownTrack = HoldableTrack & Pick<Track, 'id' | 'withdrawnAt' | 'contributorId'>

/** Whether a collector keeps a track that is no longer shown to others. */
const holds = (ctx: Ctx, world: World, track: KnownTrack, viewer: Viewer | null): boolean =>
  viewer !== null && holdsTrack(heldIn(ctx, world, viewer.userId), track)

/**
 * Whether a casset's artist sees a track: it is not withdrawn, and only their own if the site took
 * it down (rule: take-down).
 */
const isLeftTo = ({ withdrawnAt, takenDown, contributorId }: KnownTrack, artistId: string): boolean =>
  withdrawnAt === null && (takenDown === null || contributorId === null || contributorId === artistId)

/** Whether a track of a casset that the viewer may see exists for them (see visibleTrack). */
export const isTrackVisible = (ctx: Ctx, world: World, track: KnownTrack, viewer: Viewer | null): boolean =>
  (isOwner(world, viewer) && isLeftTo(track, world.artist.id)) || isShown(track) || holds(ctx, world, track, viewer)

/**
 * Returns a track and its casset. Throws NOT_FOUND when absent, hidden from the viewer, or not
 * shown yet. A withdrawn track exists for its holders only, not for the artist of the casset; what
 * a preorder has not opened yet exists for that artist only (rules: held-tracks, members,
 * preorders).
 */
export const visibleTrack = (ctx: Ctx, trackId: string, viewer: Viewer | null, asked: Absent = 'track') =>
  trackFor(ctx, trackId, viewer, asked, isTrackVisible)

function trackFor(
  ctx: Ctx,
  trackId: string,
  viewer: Viewer | null,
  asked: Absent,
  isFor: typeof isTrackVisible,
): { track: Track; world: World } {
  const track = trackById(ctx.db).get({ id: trackId })
  if (!track) throw notFound(asked)
  const world = visibleCassetById(ctx, track.cassetId, viewer, asked)
  if (!isFor(ctx, world, track, viewer)) throw notFound(asked)
  return { track, world }
}

/**
 * Returns what the viewer may hear of a track. Throws NOT_FOUND when the track is absent or hidden
 * from the viewer, and BAD_STATE for its owner while it is not ready.
 */
export const decideAccess = (ctx: Ctx, trackId: string, viewer: Viewer | null): Playable =>
  playableOf(ctx, visibleTrack(ctx, trackId, viewer), viewer, () => undefined)

/**
 * Returns what the viewer may hear now, as a stream and in no other form: also what a party opens
 * to those who ordered it, and what supporters hear (rules: preorders-at-a-party, supporters).
 * Throws as `decideAccess` does.
 */
export const decideStream = (ctx: Ctx, trackId: string, viewer: Viewer | null): Playable =>
  playableOf(ctx, trackFor(ctx, trackId, viewer, 'track', isHeard), viewer, passGround)

type FindGround = (ctx: Ctx, world: World, viewer: Viewer | null) => Ground | undefined

const passGround: FindGround = (ctx, world, viewer) =>
  viewer !== null && hasStreamPass(ctx, world, viewer) ? { by: 'pass', holder: viewer.userId, since: null } : undefined

const isHeard: typeof isTrackVisible = (ctx, world, track, viewer) =>
  isTrackVisible(ctx, world, track, viewer) || isHeardAtParty(ctx, world, track, viewer)

/** Whether a party lets the viewer hear a track that is not open yet, and that they ordered. */
const isHeardAtParty: typeof isTrackVisible = (ctx, world, track, viewer) =>
  track.closed && atParty(ctx, world, viewer)?.(track) === true

/** Returns which tracks a party lets the viewer hear that are not open yet; undefined for none. */
function atParty(ctx: Ctx, world: World, viewer: Viewer | null): ((track: KnownTrack) => boolean) | undefined {
  if (viewer === null || !doesPartyOpen(ctx, world.casset)) return undefined
  const held = heldIn(ctx, world, viewer.userId)
  return (track) => track.closed && track.active && holdsTrack(held, { ...track, closed: false })
}

/** Returns the tracks that are not open yet and that a party lets the viewer hear now. */
export function tracksAtParty(ctx: Ctx, world: World, viewer: Viewer | null) {
  const isHeardNow = atParty(ctx, world, viewer)
  return isHeardNow ? recordOf(ctx, world.casset.id).filter(isHeardNow) : []
}

function playableOf(
  ctx: Ctx,
  { track, world }: { track: Track; world: World },
  viewer: Viewer | null,
  besides: FindGround,
): Playable {
  if (track.status !== 'READY') throw new AppError('BAD_STATE', say('The track is not ready to be played.'))
  const ground = groundOf(ctx, world, viewer, track.id) ?? besides(ctx, world, viewer) ?? openedGround(world, track)
  if (!ground) return { track, access: 'hook' }
  return { track, access: 'full', entitlement: new Entitlement(ground, hashesOf(track)) }
}

/** This lets everybody hear the track; a download still needs a person who is entitled to it. */
const openedGround = ({ casset }: World, track: Track): Ground | undefined =>
  isWholeForAll({ casset, track }) ? { by: 'opened', holder: track.id, since: null } : undefined

/** Returns a track that everybody hears whole. Throws NOT_FOUND for every other one. */
export function decideOpened(ctx: Ctx, trackId: string): Playable {
  const playable = decideStream(ctx, trackId, null)
  if (playable.access === 'hook') throw notFound('track')
  return playable
}

/** Returns the hook of a track, regardless of the viewer's entitlement. */
export const hookOf = ({ track }: Playable): Playable => ({ track, access: 'hook' })

/**
 * Returns an extra of a casset (rule: extras). Throws NOT_FOUND for one that the holding does not
 * bring: only all of a casset does, and a preorder only once it is open, except to its artist.
 */
export function decideExtra(ctx: Ctx, { world, entitlement }: Holding, id: string): Extra {
  const { by, wholeSince } = entitlement.ground
  const cassetId = world.casset.id
  const all = by === 'owner' ? listedExtras(ctx, cassetId) : heldExtras(ctx, cassetId, wholeSince)
  const extra = all.find((each) => each.id === id)
  if (!extra) throw notFound('file')
  return extra
}

/**
 * Returns the viewer's holding of a casset, to decide on a file that comes with it. Throws
 * NOT_FOUND for a casset that they cannot see and a file that it does not have, and FORBIDDEN where
 * they do not have all of the casset.
 */
export function extraHolding(ctx: Ctx, slug: string, viewer: Viewer, id: string): Holding {
  const world = visibleCasset(ctx, slug, viewer)
  const entitlement = entitlementTo(ctx, world, viewer)
  if (entitlement?.ground.wholeSince !== undefined) return { world, entitlement }
  if (!listedExtras(ctx, world.casset.id).some((extra) => extra.id === id)) throw notFound('file')
  throw new AppError('FORBIDDEN', say('Only people who bought this casset can download it.'), {
    hint: say('Buy it: {origin}/checkout/{handle}', { origin: ctx.site.origin, handle: world.artist.handle }),
  })
}
