/** Where a record is at a moment (ms, by a clock that only goes forward). */
export type Turn = { trackId: string; place: number; atSec: number; isPlaying: boolean; atMs: number }

type Lasting = { readonly id: string; readonly durationSec: number | null }

/** Returns the beginning of a record that starts at a moment. */
export const firstTurn = (tracks: readonly Lasting[], atMs: number): Turn => ({
  trackId: tracks[0]?.id ?? '',
  place: 0,
  atSec: 0,
  isPlaying: true,
  atMs,
})

/** Returns how long a record plays until it is at a turn (s). */
export function secondsBefore(tracks: readonly Lasting[], { trackId, atSec }: Turn): number {
  const place = tracks.findIndex(({ id }) => id === trackId)
  return tracks.slice(0, Math.max(0, place)).reduce((sum, { durationSec }) => sum + (durationSec ?? 0), atSec)
}

/**
 * Returns where a record is now that was at a turn; undefined when it is over. A track that is gone
 * is followed by the one that has its place.
 */
export function turnAt(tracks: readonly Lasting[], turn: Turn, nowMs: number): Turn | undefined {
  const found = tracks.findIndex(({ id }) => id === turn.trackId)
  const passedSec = turn.isPlaying ? (nowMs - turn.atMs) / 1000 : 0
  let sec = found < 0 ? 0 : turn.atSec + passedSec
  for (const [place, { id, durationSec }] of tracks.entries()) {
    if (place < (found < 0 ? turn.place : found)) continue
    const lengthSec = durationSec ?? 0
    if (sec < lengthSec || (!turn.isPlaying && place === found)) {
      return { trackId: id, place, atSec: Math.min(sec, lengthSec), isPlaying: turn.isPlaying, atMs: nowMs }
    }
    sec -= lengthSec
  }
  return undefined
}
