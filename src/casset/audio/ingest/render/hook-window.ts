export type HookWindow = { startSec: number; lengthSec: number }

const DEFAULT_START_SEC = 35
const SHORT_TRACK_SEC = 65
const LITTLE_TRACK_SEC = 60
const SHORTEST_HOOK_SEC = 1
const LONGEST_HOOK_SEC = 30
// Containers round up by as much as a packet; this keeps every hook at or under 30.000 seconds.
const LONGEST_CUT_SEC = 29.95

/**
 * Returns the hook's window: the artist's choice or the default, moved to fit. The default starts
 * at second 35, or 0 in a short track; for a track under a minute it is half of it, so that no
 * whole track is given away.
 */
export function hookWindow(durationSec: number, startSec: number | null, lengthSec: number | null): HookWindow {
  const usual = durationSec < LITTLE_TRACK_SEC ? durationSec / 2 : LONGEST_HOOK_SEC
  const wishedLength = Math.max(SHORTEST_HOOK_SEC, lengthSec ?? usual)
  const length = Math.min(wishedLength, LONGEST_CUT_SEC, durationSec)
  const wished = startSec ?? (durationSec < SHORT_TRACK_SEC ? 0 : DEFAULT_START_SEC)
  return { startSec: Math.max(0, Math.min(wished, durationSec - length)), lengthSec: length }
}
