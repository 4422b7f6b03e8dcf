import { and, eq, ne } from 'drizzle-orm'
import { artists } from '../../../../db/schema/account/account.ts'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { ownState } from '../../../platform/own-state.ts'

/** A track that the demo is still recording, with the details its page already shows. */
export type RecordingTrack = { title: string; durationSec: number; hookStartSec: number; peaks: string }

/** The tracks that the demo is still recording, by the artist's handle; empty everywhere else. */
export const recordings = ownState(() => new Map<string, readonly RecordingTrack[]>())

/** Returns the casset's tracks that are still being recorded; forgets those that have arrived. */
export function recordingOf(ctx: Ctx, handle: string): readonly RecordingTrack[] {
  const announced = recordings(ctx).get(handle)
  if (!announced) return []
  const arrived = new Set(
    ctx.db
      .select({ title: tracks.title })
      .from(tracks)
      .innerJoin(cassets, eq(cassets.id, tracks.cassetId))
      .innerJoin(artists, eq(artists.id, cassets.artistId))
      .where(and(eq(artists.handle, handle), ne(tracks.status, 'PROCESSING')))
      .all()
      .map(({ title }) => title),
  )
  const left = announced.filter(({ title }) => !arrived.has(title))
  if (left.length === 0) recordings(ctx).delete(handle)
  else if (left.length < announced.length) recordings(ctx).set(handle, left)
  return left
}

export const isRecording = (ctx: Ctx): boolean =>
  [...recordings(ctx).keys()].some((handle) => recordingOf(ctx, handle).length > 0)
