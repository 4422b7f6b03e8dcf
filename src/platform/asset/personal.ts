import { eq } from 'drizzle-orm'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { sweepBlobsJob } from '../blob/sweep-blobs.ts'
import type { Gone, Personal } from '../personal.ts'
import { usesOf } from './asset-uses.ts'

export const assetPersonal: Personal = {
  sections: [
    {
      name: 'uploads',
      start: [-1, -1, -1],
      folder: 'uploads',
      sql: `SELECT id, kind, name AS file_name, content_type, sha256, bytes, width, height, duration_sec, created_at,
          bytes AS k0, variant_bytes AS k1, rowid AS k2
        FROM assets WHERE user_id = $userId AND (bytes, variant_bytes, rowid) > ($k0, $k1, $k2)
        ORDER BY bytes, variant_bytes, rowid LIMIT $limit`,
    },
  ],
  erases: ['assets'],
  erase: eraseAssets,
}

const atOnce = 20

/** Collectors keep theirs: covers, stems and bought emoji have files of their own. */
async function eraseAssets(ctx: Ctx, { userId }: Gone): Promise<void> {
  for (let after = ''; ; ) {
    const rows = ctx.db.$client
      .query<{ id: string }, { userId: string; after: string; limit: number }>(
        'SELECT id FROM assets WHERE user_id = $userId AND id > $after ORDER BY id LIMIT $limit',
      )
      .all({ userId, after, limit: atOnce })
    const last = rows.at(-1)
    if (!last) return
    const used = usesOf(
      ctx,
      rows.map(({ id }) => id),
    )
    await ctx.jointly(() => {
      for (const { id } of rows) {
        if (used.has(id)) continue
        const gone = ctx.db.delete(assets).where(eq(assets.id, id)).returning().get()
        const hashes = gone ? [gone.sha256, ...gone.variants.map(({ sha256 }) => sha256)] : []
        if (hashes.length > 0) ctx.jobs.add(sweepBlobsJob, { hashes }, { key: id })
      }
    })
    after = last.id
  }
}
