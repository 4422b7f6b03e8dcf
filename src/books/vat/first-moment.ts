import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayAt, dayMs, dayOf } from '../../lib/time/calendar.ts'

/**
 * Returns the moment from which a change holds: the beginning of a day to come in UTC, or `now`. A
 * payment keeps its VAT, so no day that is over can be named. Throws VALIDATION.
 */
export function firstMoment(now: number, field: string, date: string | undefined): number {
  if (date === undefined) return now
  const day = dayOf(date)
  if (day === undefined) throw invalid(field, say('"{date}" is not a date like 2027-01-01.', { date }))
  if (day < dayAt(now)) {
    throw invalid(
      field,
      say('This day is in the past.'),
      say('The VAT of what was paid does not change: take today or a day to come.'),
    )
  }
  return Math.max(day * dayMs, now)
}
