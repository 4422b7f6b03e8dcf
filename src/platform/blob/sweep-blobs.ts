import { Type as t } from '@sinclair/typebox'
import { rawStatement } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
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

// Raw: json_each as a table.
const references = rawStatement<unknown, [string]>(`
  SELECT 1 FROM tracks WHERE sha256 = ?1 OR hook_sha256 = ?1 OR play_sha256 = ?1
  UNION ALL SELECT 1 FROM release_files WHERE sha256 = ?1
  UNION ALL SELECT 1 FROM assets WHERE sha256 = ?1
  UNION ALL SELECT 1 FROM emojis WHERE sha256 = ?1
  UNION ALL SELECT 1 FROM assets, json_each(assets.variants) WHERE json_extract(value, '$.sha256') = ?1
  LIMIT 1`)

/** Deletes those of the given files that no track, signed release, asset or emoji references. */
export async function sweepBlobs(ctx: Ctx, hashes: readonly string[]): Promise<void> {
  const reference = references(ctx.db)
  for (const hash of hashes) await ctx.blobs.remove(hash, () => reference.get(hash) !== null)
}
