import { inArray } from 'drizzle-orm'
import { tracks } from '../../db/schema/audio.ts'
import type { Ctx } from '../context.ts'

/**
 * Returns the peaks of several tracks by id; a track without peaks is omitted. The caller has checked that the viewer
 * may see them.
 */
export function readWaveforms(ctx: Ctx, trackIds: string[]): Map<string, number[]> {
  const columns = { id: tracks.id, waveform: tracks.waveform }
  const rows = ctx.db.select(columns).from(tracks).where(inArray(tracks.id, trackIds)).all()
  return new Map(rows.flatMap(({ id, waveform }) => (waveform === null ? [] : [[id, waveform] as const])))
}
