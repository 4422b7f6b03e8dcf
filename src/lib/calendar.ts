/** Milliseconds of a day; UTC knows no others. */
export const dayMs = 86_400_000

/** What a span of days is divided into. Weeks begin on Monday. */
export type Division = 'day' | 'week' | 'month'

/** Days from the first to the last, both of them in it, counted from 1970-01-01. */
export type Days = { from: number; to: number }

/** The day a moment falls on, in UTC wherever the machine stands. */
export const dayAt = (ms: number): number => Math.floor(ms / dayMs)

/** A day as YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The day a date names; undefined for one that no calendar has. */
export function dayOf(date: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  const day = Number.isNaN(ms) ? undefined : dayAt(ms)
  return day !== undefined && dateOf(day) === date ? day : undefined
}

/** The first day of the month that lies so many months behind a day's own. */
export function monthStart(day: number, monthsBack = 0): number {
  const date = new Date(day * dayMs)
  return dayAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1))
}

/** The first day of the division that a day lies in. */
export function startOf(day: number, by: Division): number {
  if (by === 'month') return monthStart(day)
  // The first day of the count was a Thursday.
  return by === 'week' ? day - ((((day + 3) % 7) + 7) % 7) : day
}

const nextStart: Readonly<Record<Division, (start: number) => number>> = {
  day: (start) => start + 1,
  week: (start) => start + 7,
  month: (start) => monthStart(start, -1),
}

/** Divides a span; its first and last part may be shorter than the others. Gives up, with undefined, over `max` parts. */
export function divide({ from, to }: Days, by: Division, max: number): Days[] | undefined {
  const parts: Days[] = []
  for (let start = startOf(from, by); start <= to; start = nextStart[by](start)) {
    if (parts.length === max) return undefined
    parts.push({ from: Math.max(start, from), to: Math.min(nextStart[by](start) - 1, to) })
  }
  return parts
}
