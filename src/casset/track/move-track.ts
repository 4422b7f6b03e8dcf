import { and, eq, isNull, or } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseOverQuota } from '../../platform/storage/reservation.ts'
import { wasCollected } from '../access/collected.ts'
import { type CassetRow, ownCasset } from '../casset.ts'
import { countChange } from '../revision.ts'
import { refuseTakenDown } from '../taken-thing.ts'
import { forgetUpload } from '../upload/resumable.ts'
import { refuseFullCasset } from './add-track.ts'
import { copyTrack } from './copy-track.ts'
import { followTrack, refuseBound } from './loss/track-claim.ts'
import { ownTrack } from './own-track.ts'
import type { TrackRow } from './to-track.ts'
import { numberTracks, orderOf } from './update-track.ts'

/** A track, its tape, and another tape of the same artist that it shall go to. */
type Way = { track: TrackRow; from: CassetRow; to: CassetRow }

/**
 * Finds both. Throws NOT_FOUND and FORBIDDEN as for any change, VALIDATION for a casset that
 * several artists share or the track's own, BAD_STATE for a track that is not ready or that the
 * site took down, and for a full tape.
 */
function wayOf(ctx: Ctx, author: Viewer, trackId: string, cassetId: string): Way {
  const { track, casset: from } = ownTrack(ctx, trackId, author)
  const to = ownCasset(ctx, cassetId, author)
  if (from.slug !== null) throw invalid('id', say('Choose a track of a casset of your own.'))
  if (to.slug !== null) throw invalid('cassetId', say('Choose a casset of your own.'))
  if (from.id === to.id) throw invalid('cassetId', say('The track is on this casset already.'))
  if (track.status !== 'READY') throw new AppError('BAD_STATE', say('The track is not ready yet.'))
  refuseTakenDown(track)
  refuseFullCasset(ctx, to.id)
  return { track, from, to }
}

/**
 * Moves a track to the end of another tape of the caller, with its hook and all that people said of
 * it (rule: moved-tracks). Throws as `wayOf` does, and BAD_STATE once anybody has collected either
 * tape or is about to, and while a release or a drop names the track.
 */
export async function moveTrackToTape(ctx: Ctx, author: Viewer, id: string, cassetId: string): Promise<void> {
  const moved = inTransaction(ctx.db, () => {
    const { track, from, to } = wayOf(ctx, author, id, cassetId)
    for (const tape of [from, to]) refuseCollected(ctx, tape)
    refuseBound(ctx, track, [from.id, to.id])
    const values = { cassetId: to.id, position: orderOf(ctx, to.id).length + 1 }
    ctx.db.update(tracks).set(values).where(eq(tracks.id, id)).run()
    followTrack(ctx, track, to.id)
    numberTracks(ctx, orderOf(ctx, from.id))
    for (const tape of [from, to]) countChange(ctx, tape)
    return track
  })
  // Its upload is kept under the address of the tape that it came to.
  await forgetUpload(ctx, moved)
}

function refuseCollected(ctx: Ctx, { id, name }: CassetRow): void {
  if (!wasCollected(ctx, id)) return
  throw new AppError('BAD_STATE', say('People have bought “{name}”, so its tracks stay as they are.', { name }), {
    hint: say('Put the track on the other casset too: then it is on both.'),
  })
}

/**
 * Puts a track at the end of a second tape of the caller too: a row of its own with a hook of its
 * own, and one file. Throws as `wayOf` does, and BAD_STATE when it is there already or the account
 * is full.
 */
export function putTrackOnTape(ctx: Ctx, author: Viewer, id: string, cassetId: string): TrackRow {
  return inTransaction(ctx.db, () => {
    const { track, to } = wayOf(ctx, author, id, cassetId)
    const original = track.sourceId ?? track.id
    const isSame = or(eq(tracks.id, original), eq(tracks.sourceId, original))
    const isThere = and(eq(tracks.cassetId, to.id), isNull(tracks.withdrawnAt), isSame)
    if (ctx.db.select({ id: tracks.id }).from(tracks).where(isThere).get()) {
      throw new AppError('BAD_STATE', say('This track is on that casset already.'), { field: 'cassetId' })
    }
    refuseOverQuota(ctx, author.userId, track.bytes + (track.hookBytes ?? 0) + (track.playBytes ?? 0))
    countChange(ctx, to)
    return copyTrack(ctx, track, { cassetId: to.id, position: orderOf(ctx, to.id).length + 1, contributorId: null })
  })
}
