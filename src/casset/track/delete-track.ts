import { eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { countChange, refuseStale } from '../revision.ts'
import { forgetUpload } from '../upload/resumable.ts'
import { eraseTrack } from './loss/erase-track.ts'
import { isKept, refuseHeldBack } from './loss/track-claim.ts'
import { ownTrack } from './own-track.ts'
import type { TrackRow } from './to-track.ts'
import { numberTracks, orderOf } from './update-track.ts'

/**
 * Takes a track off its casset. Row and files stay while somebody holds it or a signed release
 * names it (rule: held-tracks); otherwise they are erased, except for files that another track
 * shares. Returns the casset's new ETag. Throws BAD_STATE when `ifMatch` does not match, and while
 * a drop uses the track.
 */
export async function deleteTrack(ctx: Ctx, author: Viewer, id: string, ifMatch: string | null): Promise<string> {
  const { track, casset } = ownTrack(ctx, id, author)
  refuseStale(casset, ifMatch)
  refuseHeldBack(ctx, [track])
  const tag = inTransaction(ctx.db, () => {
    takeOff(ctx, [track])
    return countChange(ctx, casset)
  })
  await forgetUpload(ctx, track)
  return tag
}

/**
 * Takes tracks off their casset: tracks that somebody holds or a signed release names are
 * withdrawn, others erased. Called in a transaction.
 */
export function takeOff(ctx: Ctx, all: readonly TrackRow[]): void {
  const now = ctx.now()
  for (const track of all) {
    const inactiveAt = track.active ? now : track.inactiveAt
    const withdrawn = { active: false, inactiveAt, withdrawnAt: now }
    if (isKept(ctx, { ...track, inactiveAt })) {
      ctx.db.update(tracks).set(withdrawn).where(eq(tracks.id, track.id)).run()
    } else {
      eraseTrack(ctx, track)
    }
  }
  for (const cassetId of new Set(all.map((track) => track.cassetId))) numberTracks(ctx, orderOf(ctx, cassetId))
}
