import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { tracks } from '../../db/schema/audio.ts'
import { sweepBlobsJob } from '../blob/sweep-blobs.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { ownTrack } from './own-track.ts'
import { forgetUpload } from './resumable.ts'
import { numberTracks, orderOf } from './update-track.ts'

/** Takes a track off its casset; its files go too, unless another track has the same bytes. */
export async function deleteTrack(ctx: Ctx, author: Viewer, id: string): Promise<void> {
  const { track, casset } = ownTrack(ctx, id, author)
  inTransaction(ctx.db, () => {
    ctx.db.delete(tracks).where(eq(tracks.id, id)).run()
    numberTracks(ctx, orderOf(ctx, track.cassetId))
    const hashes = [track.sha256, track.hookSha256].filter((hash) => hash !== null)
    ctx.jobs.add(sweepBlobsJob, { hashes }, { key: id })
  })
  ctx.prepared.drop(casset.artistId)
  await forgetUpload(ctx, track)
}
