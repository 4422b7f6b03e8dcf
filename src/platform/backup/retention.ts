import { dayMs } from '../../lib/time/calendar.ts'

const weekMs = 7 * dayMs
const kept = { days: 7, weeks: 4, months: 12 } as const

/** Whether a backup's time is yet to come, as its clock was ahead by more than a day. */
export const isToCome = (time: number, now: number): boolean => time > now + dayMs

/**
 * Returns which backups stay (rule: backup-place): the newest of each of the last 7 days, 4 weeks
 * and 12 months that have one. Times are in milliseconds. The newest is always among them: an old
 * one goes only because there is a newer one, not because time passes. Those whose time has not
 * come stay too, and count for none of these.
 */
export function backupsToKeep(times: readonly number[], now: number): Set<number> {
  const newestFirst = times.filter((time) => !isToCome(time, now)).toSorted((a, b) => b - a)
  const newestOf = (period: (ms: number) => number | string, count: number): number[] => {
    const found = new Map<number | string, number>()
    for (const time of newestFirst) if (!found.has(period(time))) found.set(period(time), time)
    return [...found.values()].slice(0, count)
  }
  return new Set([
    ...times.filter((time) => isToCome(time, now)),
    ...newestOf((ms) => Math.floor(ms / dayMs), kept.days),
    // The day 0 was a Thursday; weeks begin on Monday.
    ...newestOf((ms) => Math.floor((ms + 3 * dayMs) / weekMs), kept.weeks),
    ...newestOf((ms) => new Date(ms).toISOString().slice(0, 7), kept.months),
  ])
}
