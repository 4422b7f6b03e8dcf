import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import type { Ctx } from '../context.ts'

/** The tracks that a collector gets, in their order. */
export const readGoods = (ctx: Ctx, cassetId: string) =>
  ctx.db
    .select({
      id: tracks.id,
      title: tracks.title,
      isrc: tracks.isrc,
      format: tracks.format,
      bytes: tracks.bytes,
      durationSec: tracks.durationSec,
      sampleRate: tracks.sampleRate,
      bitDepth: tracks.bitDepth,
      sha256: tracks.sha256,
      createdAt: tracks.createdAt,
    })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), eq(tracks.active, true), eq(tracks.status, 'READY')))
    .orderBy(asc(tracks.position), asc(tracks.id))
    .all()

/** The lyrics of those tracks that have some, by track. */
export function readGoodsLyrics(ctx: Ctx, cassetId: string): ReadonlyMap<string, string | null> {
  const rows = ctx.db
    .select({ id: tracks.id, lyrics: tracks.lyrics })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), isNotNull(tracks.lyrics)))
    .all()
  return new Map(rows.map(({ id, lyrics }) => [id, lyrics]))
}
