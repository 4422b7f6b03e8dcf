export type Rhythm = 'month' | 'year'

/** The most months for which a support pauses (rule: supporters). */
export const mostPaused = 3

/**
 * Returns when a period begins (ms), counted from 0 at the anchor: at its time of day and day of
 * the month in UTC, or on the last day of a shorter month. Later periods come back to that day.
 */
export function periodStart(anchorMs: number, rhythm: Rhythm, period: number): number {
  const anchor = new Date(anchorMs)
  const months = anchor.getUTCMonth() + (rhythm === 'year' ? 12 : 1) * period
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(anchor.getUTCDate(), lastDay)
  const midnight = Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth(), anchor.getUTCDate())
  return Date.UTC(anchor.getUTCFullYear(), months, day) + (anchorMs - midnight)
}

/** Returns the number of the period that a moment is in; 0 before the first. */
export function periodAt(anchorMs: number, rhythm: Rhythm, nowMs: number): number {
  const [from, to] = [new Date(anchorMs), new Date(nowMs)]
  const years = to.getUTCFullYear() - from.getUTCFullYear()
  const guess = rhythm === 'year' ? years : years * 12 + to.getUTCMonth() - from.getUTCMonth()
  return Math.max(0, periodStart(anchorMs, rhythm, guess) > nowMs ? guess - 1 : guess)
}
