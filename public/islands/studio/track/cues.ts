import type { Cue, Tape } from '../../../player/state.ts'
import type { OwnerTrack } from '../casset-editor.ts'

/** Returns the artist's tracks as the deck queues them: all that are ready, hidden ones too. */
export const cuesOf = (tape: Tape, tracks: readonly OwnerTrack[]): Cue[] =>
  tracks
    .filter(({ file }) => file.status === 'READY')
    .map(({ id, title, durationSec, hook }) => ({ ...tape, id, title, durationSec, hookStartSec: hook.startSec }))
