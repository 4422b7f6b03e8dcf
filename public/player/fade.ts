import { access, duration, volume } from './state.ts'

/** A hook gets louder and fades in these seconds, in steps of so many milliseconds. */
const riseSec = 0.12
const fadeSec = 0.9
const stepMs = 40
/** Audio elements report the position about this often: an earlier fade has a timer of its own. */
const reportMs = 300

type Sounding = Pick<HTMLAudioElement, 'currentTime' | 'paused' | 'volume'>

let step: ReturnType<typeof setTimeout> | undefined

/** A hook is cut out of the middle of a track: it fades in and out instead of clicking. */
function loudness(atSec: number): number {
  if (access.value === 'full' || !duration.value) return volume.value
  const edge = Math.min(atSec / riseSec, (duration.value - atSec) / fadeSec, 1)
  return volume.value * Math.max(0, edge)
}

/**
 * Sets how loud `audio` is now, and again during the ends of a hook. Between them, and in a whole
 * track, nothing runs: to be called at each report of the position.
 */
export function fade(audio: Sounding): void {
  clearTimeout(step)
  const atSec = audio.currentTime
  const level = loudness(atSec)
  if (audio.volume !== level) audio.volume = level
  if (audio.paused || access.value === 'full' || !duration.value) return
  const toEndMs = (duration.value - fadeSec - atSec) * 1000
  if (atSec < riseSec || toEndMs < reportMs)
    step = setTimeout(() => fade(audio), atSec < riseSec ? stepMs : Math.max(stepMs, toEndMs))
}

export const endFade = (): void => clearTimeout(step)
