import type { Ctx } from '../../context.ts'
import type { WholeFile } from './blobs.ts'
import { sweepBlobsJob } from './sweep-blobs.ts'

const looksAgainMs = 3_600_000

/**
 * Puts files into their place, then does `write`, which names them. A process that is killed
 * between the two leaves files that nothing names: a job that was stored before deletes them.
 */
export async function adoptFiles<T>(ctx: Ctx, files: readonly WholeFile[], write: () => T): Promise<T> {
  const hashes = files.map(({ sha256 }) => sha256)
  const runAt = ctx.now() + looksAgainMs
  await ctx.jointly(() => ctx.jobs.add(sweepBlobsJob, { hashes }, { runAt }))
  return ctx.blobs.adopt(files, write)
}
