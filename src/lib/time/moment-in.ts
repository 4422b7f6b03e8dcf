import { dayMs } from './calendar.ts'
import { wallClock } from './spoken-hour.ts'

/**
 * Returns the moment (ms) at which the clock of a time zone shows "2026-12-05T18:00": the first one
 * where it shows it twice, and null where it is no time or that clock skips it.
 */
export function momentIn(timeZone: string, wall: string): number | null {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((near) => Date.parse(`${wallClock(near, timeZone)}Z`) - near)
  const found = offsets.map((offset) => asUtc - Math.round(offset / 60_000) * 60_000)
  return found.filter((at) => wallClock(at, timeZone) === wall).sort((a, b) => a - b)[0] ?? null
}
