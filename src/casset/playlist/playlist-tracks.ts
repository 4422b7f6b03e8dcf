import { and, asc, count, eq, gt, gte, lt, lte, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { inTransaction } from '../../../db/commits.ts'
import { prepared, rowsBy, wholeRow } from '../../../db/prepared.ts'
import { playlistTracks } from '../../../db/schema/casset/playlist.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { mostPlaylistTracks } from '../../lib/music/playlist.ts'
import { createPace } from '../../lib/turn/pace.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { heardTracks, isTrackVisible } from '../access/decide-access.ts'
import { isVisible, type World, worldById } from '../access/visible-casset.ts'
import { isWholeForAll } from '../access/whole-for-all.ts'
import { ownPlaylist } from './playlist.ts'

const { placeholder } = sql
const { playlistId, trackId, position } = playlistTracks

const inOrder = prepared((db) =>
  db
    .select({ id: trackId })
    .from(playlistTracks)
    .where(eq(playlistId, placeholder('id')))
    .orderBy(asc(position)),
)

const byIds = prepared((db) => {
  const { id, cassetId, title, byNames, durationSec, hookStartSec, hookDurationSec } = tracks
  const { status, active, inactiveAt, takenDown, closed, withdrawnAt, contributorId, wholeForAll } = tracks
  return db
    .select({
      ...{ id, cassetId, title, byNames, durationSec, hookStartSec, hookDurationSec },
      ...{ status, active, inactiveAt, takenDown, closed, withdrawnAt, contributorId, wholeForAll },
    })
    .from(tracks)
    .where(isAmong(tracks.id, placeholder('ids')))
})

type TrackRow = ReturnType<ReturnType<typeof byIds>['all']>[number]

/** A track that its listener can hear now: all of it (`full`), or its hook. */
export type HearableTrack = {
  track: Pick<TrackRow, 'id' | 'title' | 'byNames' | 'durationSec'> & { hookStartSec: number }
  world: World
  access: 'full' | 'hook'
}

/**
 * Returns those of some tracks that a listener can hear now, by id. Read casset by casset, in small
 * steps, as 500 tracks may be of as many cassets.
 */
async function hearable(ctx: Ctx, viewer: Viewer, ids: readonly string[]): Promise<Map<string, HearableTrack>> {
  const pace = createPace(ctx.monotonicMs)
  const rows = byIds(ctx.db).all({ ids: JSON.stringify(ids) })
  const found = new Map<string, HearableTrack>()
  for (const [cassetId, ofCasset] of Map.groupBy(rows, (row) => row.cassetId)) {
    const world = worldById(ctx, cassetId)
    if (!world || !isVisible(ctx, world, viewer)) continue
    const heard = heardTracks(ctx, world, viewer)
    for (const { id, title, byNames, durationSec, hookStartSec, ...row } of ofCasset) {
      const isReady = row.status === 'READY' && hookStartSec !== null && (row.hookDurationSec ?? 0) > 0
      if (!isReady || !isTrackVisible(ctx, world, { id, ...row }, viewer)) continue
      const isWhole = heard.isAll || heard.trackIds.has(id) || isWholeForAll({ casset: world.casset, track: row })
      const access = isWhole ? 'full' : 'hook'
      found.set(id, { track: { id, title, byNames, durationSec, hookStartSec }, world, access })
      await pace()
    }
    await pace()
  }
  return found
}

/**
 * Returns a playlist of the caller with its tracks in order. A track that they can no longer hear
 * has its id and `heard: null`, not even its title. Throws as `ownPlaylist` does.
 */
export async function readPlaylist(ctx: Ctx, viewer: Viewer, id: string) {
  const { name } = ownPlaylist(ctx, viewer, id)
  const ids = idsOnPlaylist(ctx, viewer, id)
  const found = await hearable(ctx, viewer, ids)
  return { id, name, tracks: ids.map((each) => ({ id: each, heard: found.get(each) ?? null })) }
}

/** Returns the ids on a playlist of the caller, in order. Throws as `ownPlaylist` does. */
export function idsOnPlaylist(ctx: Ctx, viewer: Viewer, id: string): string[] {
  ownPlaylist(ctx, viewer, id)
  return inOrder(ctx.db)
    .all({ id })
    .map((row) => row.id)
}

const add = prepared((db) => db.insert(playlistTracks).values(wholeRow(playlistTracks)))

const whole = rowsBy(playlistTracks, 'playlistId')

/**
 * Has a playlist of the caller hold these tracks in this order, all of which they can hear. Called
 * in a transaction. Throws BAD_STATE for more than 500, and as `ownPlaylist` does.
 */
export function setTracks(ctx: Ctx, viewer: Viewer, id: string, trackIds: readonly string[]): void {
  ownPlaylist(ctx, viewer, id)
  refuseMoreTracks(trackIds.length)
  const before = new Map(
    whole(ctx.db)
      .all({ playlistId: id })
      .map((row) => [row.trackId, row]),
  )
  ctx.db.delete(playlistTracks).where(eq(playlistId, id)).run()
  for (const [at, each] of trackIds.entries()) {
    const addedAt = before.get(each)?.addedAt ?? ctx.now()
    add(ctx.db).run({ playlistId: id, trackId: each, position: at + 1, addedAt })
  }
}

function refuseMoreTracks(total: number): void {
  if (total <= mostPlaylistTracks) return
  throw new AppError(
    'BAD_STATE',
    say('A playlist holds {mostPlaylistTracks} tracks at most.', { mostPlaylistTracks }),
    {
      hint: say('Take some off, or begin another one.'),
    },
  )
}

type Added = { trackIds: readonly string[]; position?: number | undefined }

/**
 * Puts tracks on a playlist of the caller, in this order: at the end, or from a position on, as one
 * that was just taken off comes back. One that is on it stays where it is. Throws NOT_FOUND when
 * the caller cannot hear one of them, BAD_STATE for more than 500 in all, and as `ownPlaylist`
 * does; then none is added.
 */
export async function addTracks(ctx: Ctx, viewer: Viewer, id: string, { trackIds: ids, position: wanted }: Added) {
  ownPlaylist(ctx, viewer, id)
  const found = await hearable(ctx, viewer, ids)
  if (ids.some((each) => !found.has(each))) throw notFound('track')
  return inTransaction(ctx.db, () => {
    const before = new Set(idsOnPlaylist(ctx, viewer, id))
    const more = [...new Set(ids)].filter((each) => !before.has(each))
    const total = before.size + more.length
    refuseMoreTracks(total)
    const addedAt = ctx.now()
    const from = Math.min(wanted ?? before.size + 1, before.size + 1)
    ctx.db
      .update(playlistTracks)
      .set({ position: sql`${position} + ${more.length}` })
      .where(and(eq(playlistId, id), gte(position, from)))
      .run()
    for (const [at, each] of more.entries()) {
      add(ctx.db).run({ playlistId: id, trackId: each, position: from + at, addedAt })
    }
    return { added: more.length, tracks: total }
  })
}

/** Returns where a track is on a playlist, and the condition of the list. Throws NOT_FOUND. */
function placeOf({ db }: Ctx, id: string, track: string) {
  const isOfList = eq(playlistId, id)
  const found = db
    .select({ position })
    .from(playlistTracks)
    .where(and(isOfList, eq(trackId, track)))
    .get()
  if (!found) throw notFound('track')
  return { isOfList, from: found.position }
}

/**
 * Moves a track of the caller's playlist to a position from 1; beyond the end is the end. Throws
 * NOT_FOUND for a track that is not on it, and as `ownPlaylist` does.
 */
export function moveTrack(ctx: Ctx, viewer: Viewer, id: string, track: string, wanted: number): void {
  inTransaction(ctx.db, () => {
    ownPlaylist(ctx, viewer, id)
    const { isOfList, from } = placeOf(ctx, id, track)
    const last = ctx.db.select({ count: count() }).from(playlistTracks).where(isOfList).get()?.count ?? from
    const to = Math.min(wanted, last)
    const [step, between] =
      to > from ? [-1, and(gt(position, from), lte(position, to))] : [1, and(gte(position, to), lt(position, from))]
    ctx.db
      .update(playlistTracks)
      .set({ position: sql`${position} + ${step}` })
      .where(and(isOfList, between))
      .run()
    ctx.db
      .update(playlistTracks)
      .set({ position: to })
      .where(and(isOfList, eq(trackId, track)))
      .run()
  })
}

/**
 * Takes a track off the caller's playlist, also one that can no longer be heard. Throws NOT_FOUND
 * for a track that is not on it, and as `ownPlaylist` does.
 */
export function takeOff(ctx: Ctx, viewer: Viewer, id: string, track: string): void {
  inTransaction(ctx.db, () => {
    ownPlaylist(ctx, viewer, id)
    const { isOfList, from } = placeOf(ctx, id, track)
    ctx.db
      .delete(playlistTracks)
      .where(and(isOfList, eq(trackId, track)))
      .run()
    ctx.db
      .update(playlistTracks)
      .set({ position: sql`${position} - 1` })
      .where(and(isOfList, gt(position, from)))
      .run()
  })
}
