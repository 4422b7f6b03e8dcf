import { Type as t } from '@sinclair/typebox'
import { and, eq, isNotNull } from 'drizzle-orm'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { sweepBlobsJob } from '../../../platform/blob/sweep-blobs.ts'
import { defineJob } from '../../../platform/job/define-job.ts'
import { eraseUnheldExtras } from '../../extra/remove-extra.ts'
import type { TrackRow } from '../to-track.ts'
import { isKept } from './track-claim.ts'

/** Erases a casset's withdrawn tracks and extras that nothing keeps, when a purchase ends. */
export const eraseUnheldJob = defineJob('erase-unheld', {
  payload: t.Object({ cassetId: t.String() }),
  concurrency: 1,
  maxAttempts: 5,
  run: (ctx, { cassetId }) => ctx.jointly(() => eraseUnheld(ctx, cassetId)),
})

/**
 * Removes a track's row now and its files after the commit, except files that something else uses.
 * `isLastLook`: its files get no grace period.
 */
export function eraseTrack(
  ctx: Ctx,
  { id, sha256, hookSha256, playSha256, lightSha256, lightHookSha256 }: TrackRow,
  isLastLook = false,
): void {
  ctx.db.delete(tracks).where(eq(tracks.id, id)).run()
  const hashes = [sha256, hookSha256, playSha256, lightSha256, lightHookSha256].filter((hash) => hash !== null)
  ctx.jobs.add(sweepBlobsJob, { hashes, isLastLook }, { key: id })
}

function eraseUnheld(ctx: Ctx, cassetId: string): void {
  const which = and(eq(tracks.cassetId, cassetId), isNotNull(tracks.withdrawnAt))
  for (const track of ctx.db.select().from(tracks).where(which).all()) {
    if (!isKept(ctx, track)) eraseTrack(ctx, track)
  }
  eraseUnheldExtras(ctx, cassetId)
}
