/** The part of a track that everybody may hear, in seconds. */
export type HookWindow = { startSec: number; durationSec: number }

/** The longest hook (rule: hook). */
export const longestSec = 30

export const shortestSec = 1

const tenths = (seconds: number) => Math.round(seconds * 10) / 10
const between = (low: number, high: number, value: number) => Math.min(high, Math.max(low, value))

export const startAt = ({ durationSec }: HookWindow, startSec: number, trackSec: number): HookWindow => ({
  startSec: tenths(between(0, Math.max(0, trackSec - durationSec), startSec)),
  durationSec,
})

export const lastFor = ({ startSec }: HookWindow, durationSec: number, trackSec: number): HookWindow => ({
  startSec,
  durationSec: tenths(between(Math.min(shortestSec, trackSec), Math.min(longestSec, trackSec - startSec), durationSec)),
})

const steps: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
}

/**
 * Returns the new value of a slider at `now` after a key press; null for a key without effect.
 * Shift makes small steps.
 */
export function afterKey({ key, shiftKey }: KeyboardEvent, now: number, most: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return most
  const step = steps[key]
  return step === undefined ? null : now + (shiftKey ? step / 10 : step)
}

/** Returns seconds as text: 1:05, or 1:05.5 between two seconds. */
export function textOfSeconds(seconds: number): string {
  const whole = Math.floor(tenths(seconds) / 60)
  const rest = tenths(tenths(seconds) - whole * 60)
  return `${whole}:${rest < 10 ? '0' : ''}${rest}`
}

/** Parses what `spell` returned, or plain seconds; null for anything else. */
export function secondsOfText(text: string): number | null {
  const parts = /^(?:(\d{1,4}):)?(\d{1,5}(?:[.,]\d+)?)$/.exec(text.trim())
  if (!parts) return null
  return Number(parts[1] ?? 0) * 60 + Number((parts[2] ?? '').replace(',', '.'))
}
