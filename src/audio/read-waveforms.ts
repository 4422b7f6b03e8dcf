import { inArray } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import type { Ctx } from '../context.ts'

/** Peaks of several tracks by id, for pages; a track that has none yet is left out. The caller has checked that they may be seen. */
export function readWaveforms(ctx: Ctx, trackIds: string[]): Map<string, number[]> {
  const columns = { id: tracks.id, waveform: tracks.waveform }
  const rows = ctx.db.select(columns).from(tracks).where(inArray(tracks.id, trackIds)).all()
  return new Map(rows.flatMap(({ id, waveform }) => (waveform === null ? [] : [[id, waveform] as const])))
}
