export const hourMs = 3_600_000

/** Milliseconds of a day: in UTC all days have as many. */
export const dayMs = 86_400_000

/** The parts that a span of days is divided into. Weeks begin on Monday. */
export type Division = 'day' | 'week' | 'month'

/** A range of days, both ends inclusive, counted from 1970-01-01. */
export type Days = { from: number; to: number }

/** Returns the hour of a moment, counted from the beginning of 1970 in UTC. */
export const hourAt = (ms: number): number => Math.floor(ms / hourMs)

/** Returns the day of a moment, in UTC. */
export const dayAt = (ms: number): number => Math.floor(ms / dayMs)

/** Returns a day as YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Returns the day of a date; undefined for one that does not exist. */
export function dayOf(date: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  const day = Number.isNaN(ms) ? undefined : dayAt(ms)
  return day !== undefined && dateOf(day) === date ? day : undefined
}

/** Returns the first day of the month that is so many months before a day's own. */
export function monthStart(day: number, monthsBack = 0): number {
  const date = new Date(day * dayMs)
  return dayAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1))
}

/** Returns the first day of the week or month that contains a day. */
export function startOf(day: number, by: Division): number {
  if (by === 'month') return monthStart(day)
  // Day 0 was a Thursday.
  return by === 'week' ? day - ((((day + 3) % 7) + 7) % 7) : day
}

const nextStart: Readonly<Record<Division, (start: number) => number>> = {
  day: (start) => start + 1,
  week: (start) => start + 7,
  month: (start) => monthStart(start, -1),
}

/** Divides a span of days; both ends may be shorter. Undefined for more than `max` parts. */
export function divideDays({ from, to }: Days, by: Division, max: number): Days[] | undefined {
  const parts: Days[] = []
  for (let start = startOf(from, by); start <= to; start = nextStart[by](start)) {
    if (parts.length === max) return undefined
    parts.push({ from: Math.max(start, from), to: Math.min(nextStart[by](start) - 1, to) })
  }
  return parts
}
