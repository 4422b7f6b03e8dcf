import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { visibleTrack } from '../../casset/access/decide-access.ts'
import { refuseClosed } from '../../casset/access/refuse-closed.ts'
import { countChange } from '../../casset/revision.ts'
import { refuseTakenDown } from '../../casset/taken-thing.ts'
import { refuseFullCasset } from '../../casset/track/add-track.ts'
import { copyTrack } from '../../casset/track/copy-track.ts'
import { takeOff } from '../../casset/track/delete-track.ts'
import { refuseHeldBack } from '../../casset/track/loss/track-claim.ts'
import { ownTrack } from '../../casset/track/own-track.ts'
import type { TrackRow } from '../../casset/track/to-track.ts'
import { orderOf } from '../../casset/track/update-track.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseOverQuota } from '../../platform/storage/reservation.ts'
import { memberCasset } from './find-co-casset.ts'

/**
 * Puts a copy of the caller's own ready track at the end of a co-casset; its file is stored once.
 * Throws NOT_FOUND for a stranger and for a track that they may not know of, FORBIDDEN for
 * another's track, VALIDATION for a track of a co-casset, BAD_STATE for one that is not ready or
 * already there, and for too many.
 */
export function shareTrack(ctx: Ctx, slug: string, author: Viewer, trackId: string): TrackRow {
  return inTransaction(ctx.db, () => {
    const { casset } = memberCasset(ctx, slug, author)
    visibleTrack(ctx, trackId, author)
    const { track, casset: from } = ownTrack(ctx, trackId, author)
    if (from.slug !== null) throw invalid('trackId', say('Choose a track of your own casset.'))
    refuseTakenDown(track)
    refuseClosed(track, 'trackId')
    if (track.status !== 'READY')
      throw new AppError('BAD_STATE', say('The track is not ready yet.'), { field: 'trackId' })
    const isCopy = and(eq(tracks.cassetId, casset.id), eq(tracks.sourceId, trackId), isNull(tracks.withdrawnAt))
    if (ctx.db.select({ id: tracks.id }).from(tracks).where(isCopy).get()) {
      throw new AppError('BAD_STATE', say('This track is on the casset already.'), { field: 'trackId' })
    }
    refuseFullCasset(ctx, casset.id)
    refuseOverQuota(ctx, author.userId, track.bytes + (track.hookBytes ?? 0) + (track.playBytes ?? 0))
    const position = orderOf(ctx, casset.id).length + 1
    countChange(ctx, casset)
    return copyTrack(ctx, track, { cassetId: casset.id, position, contributorId: author.artistId })
  })
}

/**
 * Removes a track from a co-casset that the caller put there; the creator may remove any. Its
 * holders keep it. Throws NOT_FOUND for a stranger or an unknown track, FORBIDDEN for another's
 * track, BAD_STATE while a drop uses it.
 */
export function unshareTrack(ctx: Ctx, slug: string, author: Viewer, trackId: string): void {
  inTransaction(ctx.db, () => {
    const { casset } = memberCasset(ctx, slug, author)
    const isThere = and(eq(tracks.id, trackId), eq(tracks.cassetId, casset.id), isNull(tracks.withdrawnAt))
    const track = ctx.db.select().from(tracks).where(isThere).get()
    if (!track) throw notFound('track')
    if (track.contributorId !== author.artistId && casset.artistId !== author.artistId) {
      throw new AppError('FORBIDDEN', say('Somebody else put this track here.'))
    }
    refuseHeldBack(ctx, [track])
    takeOff(ctx, [track])
    countChange(ctx, casset)
  })
}
