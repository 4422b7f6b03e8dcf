import { api } from '../lib/api.ts'
import type { Cue, Tape } from './state.ts'

/** Fetches a tape's tracks for the deck: its page's, or all that the purchase `id` holds. */
export async function fetchCues(tape: Tape, purchaseId?: string) {
  const { data, error } =
    purchaseId === undefined
      ? await api.casset({ slug: tape.handle }).media.get()
      : await api.purchases({ id: purchaseId }).tracks.get()
  if (error) return { error, cues: [] }
  // Few tapes name others than their artist.
  const isByOthers = data.tracks.some(({ by }) => by !== undefined)
  const said = isByOthers ? await import('./by-text.ts').catch(() => null) : null
  const cues: Cue[] = data.tracks
    .filter(({ hook }) => hook.durationSec > 0)
    .map(({ id, title, by = [], artist: { displayName } = { displayName: tape.artist }, durationSec, hook }) => ({
      ...tape,
      artist: said?.byText(by, displayName) ?? displayName,
      people: by.flatMap(({ name, page }) => (page === undefined ? [] : { text: name, page })),
      id,
      title,
      durationSec,
      hookStartSec: hook.startSec,
    }))
  return { error: null, cues }
}
