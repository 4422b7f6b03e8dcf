import { eq } from 'drizzle-orm'
import { tracks } from '../../../../db/schema/casset/track.ts'
import type { Ctx } from '../../../context.ts'
import { invalid } from '../../../errors.ts'
import { isUnmeasured } from '../../../lib/audio/formats.ts'
import { normalised } from '../../../lib/audio/peaks.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { arePlausible } from '../../audio/ingest/render/packet-bars.ts'
import type { Measurement } from '../model.ts'
import { ownTrack } from '../own-track.ts'

/**
 * Stores the measurements by its artist's browser of a track that the server could not decode
 * (rule: undecoded-aac). Earlier measurements stay. Throws VALIDATION for peaks that contradict the
 * file.
 */
export function saveMeasurement(ctx: Ctx, author: Viewer, id: string, { peaks, loudnessLufs }: Measurement): void {
  const { track } = ownTrack(ctx, id, author)
  const { status, waveform, waveformApproximate: isApproximate } = track
  if (status !== 'READY' || !waveform || !isUnmeasured({ ...track, isApproximate })) return
  const isSilent = Math.max(...peaks) === 0
  if (isSilent && loudnessLufs !== null) throw invalid('loudnessLufs', say('Silence has no loudness.'))
  if (isApproximate && !arePlausible(peaks, guessedBars(waveform))) {
    throw invalid('peaks', say('These peaks do not fit this file.'))
  }
  const measured = isApproximate ? { waveform: normalised(peaks), waveformApproximate: false } : {}
  ctx.db
    .update(tracks)
    .set({ ...measured, ...(track.loudnessLufs === null ? { loudnessLufs } : {}) })
    .where(eq(tracks.id, id))
    .run()
}

const fullFrom = 0.25

/** Estimated from packet sizes: nothing where they are nearly empty, much where they are full. */
const guessedBars = (waveform: readonly number[]) =>
  waveform.map((level) => ({ isEmpty: level === 0, isFull: level >= fullFrom }))
