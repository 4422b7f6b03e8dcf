import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { fileHoldersOf } from '../file-holder.ts'
import { defineJob } from '../job/define-job.ts'

/**
 * Deletes unreferenced files; where files have a grace period, at a second look after it, unless it
 * `isLastLook` already.
 */
export const sweepBlobsJob = defineJob('sweep-blobs', {
  payload: t.Object({ hashes: t.Array(t.String()), isLastLook: t.Optional(t.Boolean()) }),
  concurrency: 1,
  maxAttempts: 3,
  async run(ctx, { hashes, isLastLook = false }) {
    const { graceMs } = ctx.blobs
    if (isLastLook || graceMs === 0) return sweepBlobs(ctx, hashes)
    ctx.jobs.add(sweepBlobsJob, { hashes, isLastLook: true }, { runAt: ctx.now() + graceMs })
  },
})

/** Deletes those of the given files that no room names: a track, a signed release, an asset … */
export async function sweepBlobs(ctx: Ctx, hashes: readonly string[]): Promise<void> {
  const holders = fileHoldersOf(ctx)
  for (const hash of hashes) await ctx.blobs.remove(hash, () => holders.some((holder) => holder.names?.(ctx, hash)))
}
