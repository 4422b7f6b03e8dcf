import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../job/define-job.ts'

/** Deletes unreferenced files. */
export const sweepBlobsJob = defineJob('sweep-blobs', {
  payload: t.Object({ hashes: t.Array(t.String()) }),
  concurrency: 1,
  maxAttempts: 3,
  run: async (ctx, { hashes }) => sweepBlobs(ctx, hashes),
})

const references = `
  SELECT 1 FROM tracks WHERE sha256 = ?1 OR hook_sha256 = ?1 OR play_sha256 = ?1
  UNION ALL SELECT 1 FROM release_files WHERE sha256 = ?1
  UNION ALL SELECT 1 FROM assets WHERE sha256 = ?1
  UNION ALL SELECT 1 FROM emojis WHERE sha256 = ?1
  UNION ALL SELECT 1 FROM assets, json_each(assets.variants) WHERE json_extract(value, '$.sha256') = ?1
  LIMIT 1`

/** Deletes those of the given files that no track, signed release, asset or emoji references. */
export function sweepBlobs(ctx: Ctx, hashes: readonly string[]): void {
  const isUsed = ctx.db.$client.query(references)
  for (const hash of hashes) if (!isUsed.get(hash)) ctx.blobs.remove(hash)
}
