import { and, eq, isNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import type { Gone, Personal } from '../../platform/personal.ts'
import { takeOff } from './delete-track.ts'

export const trackPersonal: Personal = {
  sections: [
    {
      name: 'tracks',
      isOfCasset: true,
      start: [-1, -1],
      folder: 'tracks',
      sql: `SELECT t.id, t.casset_id, t.title, t.kind, t.position, t.active AS is_active, t.whole_for_all AS is_whole_for_all, t.withdrawn_at, t.lyrics, t.isrc, t.iswc, t.mbid,
          t.ai_disclosure AS json_ai_disclosure, t.by_names AS json_by, t.credits AS json_credits, t.stems_asset_id AS stems_id, t.status, t.problem, t.file_name, t.format, t.bytes,
          t.sha256, t.sample_rate, t.bit_depth, t.duration_sec, t.loudness_lufs, t.hook_id, t.hook_start_sec, t.hook_duration_sec,
          t.created_at, t.position AS k0, t.rowid AS k1
        FROM tracks t JOIN cassets c ON c.id = $cassetId
        WHERE t.casset_id = $cassetId AND coalesce(t.contributor_id, c.artist_id) = $artistId AND (t.position, t.rowid) > ($k0, $k1)
        ORDER BY t.position, t.rowid LIMIT $limit`,
    },
  ],
  erase: eraseTracks,
}

const atOnce = 10

/** Takes all tracks off somebody's cassets; holders keep theirs (rule: held-tracks). */
async function eraseTracks(ctx: Ctx, { artistId }: Gone): Promise<void> {
  const own = ctx.db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId)).all()
  for (const { id } of own) {
    const theirs = and(eq(tracks.cassetId, id), isNull(tracks.withdrawnAt))
    for (;;) {
      const some = ctx.db.select().from(tracks).where(theirs).limit(atOnce).all()
      if (some.length === 0) break
      await ctx.jointly(() => takeOff(ctx, some))
    }
  }
}
