import { byText } from '../../src/lib/music/by.ts'
import { api } from '../lib/api.ts'
import type { Cue, Tape } from './state.ts'

/** Fetches a tape's tracks for the deck: its page's, or all that the purchase `id` holds. */
export async function fetchCues(tape: Tape, purchaseId?: string) {
  const { data, error } =
    purchaseId === undefined
      ? await api.casset({ slug: tape.handle }).media.get()
      : await api.purchases({ id: purchaseId }).tracks.get()
  if (error) return { error, cues: [] }
  const cues: Cue[] = data.tracks
    .filter(({ hook }) => hook.durationSec > 0)
    .map(({ id, title, by = [], artist, durationSec, hook }) => ({
      ...tape,
      artist: byText(by, artist?.displayName ?? tape.artist),
      id,
      title,
      durationSec,
      hookStartSec: hook.startSec,
    }))
  return { error: null, cues }
}
