import type { Signed } from './signed.ts'
import type { Cue } from './state.ts'

/** Where playback begins: in seconds of the whole track, or of the audible part. */
export type Start = { trackSec?: number; heardSec?: number; paused?: boolean }

export function startSec(cue: Cue, start: Start, signed: Signed): number {
  if (start.heardSec !== undefined) return start.heardSec
  const wanted = start.trackSec ?? 0
  return signed.access === 'full' ? wanted : Math.max(0, wanted - cue.hookStartSec)
}
