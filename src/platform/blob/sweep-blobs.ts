import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { fileHoldersOf } from '../file-holder.ts'
import { defineJob } from '../job/define-job.ts'

/**
 * Deletes those of the given files that no room names; where files have a grace period, at a second
 * look after it, unless it `isLastLook` already.
 */
export const sweepBlobsJob = defineJob('sweep-blobs', {
  payload: t.Object({ hashes: t.Array(t.String()), isLastLook: t.Optional(t.Boolean()) }),
  concurrency: 1,
  maxAttempts: 3,
  async run(ctx, { hashes, isLastLook = false }) {
    const { graceMs } = ctx.blobs
    if (isLastLook || graceMs === 0) return sweepBlobs(ctx, hashes)
    const unnamed = hashes.filter((hash) => !isNamed(ctx, hash))
    if (unnamed.length === 0) return
    ctx.jobs.add(sweepBlobsJob, { hashes: unnamed, isLastLook: true }, { runAt: ctx.now() + graceMs })
  },
})

/** Returns whether a room names a file: a track, a signed release, an asset … */
const isNamed = (ctx: Ctx, hash: string) => fileHoldersOf(ctx).some((holder) => holder.names?.(ctx, hash))

/** Deletes those of the given files that no room names. */
export async function sweepBlobs(ctx: Ctx, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) await ctx.blobs.remove(hash, () => isNamed(ctx, hash))
}
